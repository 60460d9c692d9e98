// error: 8:25 the function `chosen` is neither defined nor known
static void *resolve(void)
{
	return 0;
}
int chosen(void) __attribute__((ifunc("resolve")));

int main(void) { return chosen(); }
