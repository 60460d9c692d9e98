// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
static void f(void) {}
int main(void)
{
	unsigned n = __VERIFIER_nondet_uint();
	if (n >= 1000)
		return 0;
	uintptr_t x = (uintptr_t)f + n;
	assert(x != 0x401000);
}
