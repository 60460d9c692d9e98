// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
static char a[8];
int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n >= 1000 || n <= 8)
		return 0;
	assert((uintptr_t)a + n != 0x200000);
}
