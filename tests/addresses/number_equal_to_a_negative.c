// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static char a[8];
int main(void)
{
	unsigned long n = __VERIFIER_nondet_ulong();
	if (n == -(uintptr_t)a)
		assert(n != 0xffffffffffe00000);
}
