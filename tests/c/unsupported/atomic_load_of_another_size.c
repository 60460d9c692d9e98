// error: 5:2 an atomic access with a value of another size is not supported
static int x;
int main(void)
{	long found;
	__atomic_load(&x, &found, __ATOMIC_SEQ_CST);
	return found == 0;
}
