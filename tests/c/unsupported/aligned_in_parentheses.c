// error: 2:23 the attribute `aligned` at this place is not supported
struct { char x; int (__attribute__((aligned(16))) y); } s;

int main(void)
{
	return sizeof s;
}
