// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static long arr[300];
static void look(long **p)
{
	assert(((uintptr_t)*p >> 12) != 0x401);
}
int main(void)
{
	unsigned long n = __VERIFIER_nondet_ulong();
	if (n > 299)
		return 0;
	long *m = &arr[n];
	look(&m);
}
