// The bytes up to the element are more than there are, and come out as few if they are counted modulo 2^64.
// verdict: sc violation, tso violation
// property: out of bounds
static int f[3];
int main(void)
{
	volatile unsigned long index = (1ul << 62) + 1;
	f[index] = 1;
	return 0;
}
