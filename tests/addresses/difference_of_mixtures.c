// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
static long arr[300];
int main(void)
{
	unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
	if (i >= 300 || j >= 300)
		return 0;
	uintptr_t x = (uintptr_t)&arr[i];
	uintptr_t y = __VERIFIER_nondet_bool() ? 7 : (uintptr_t)&arr[j];
	uintptr_t z = x - y;
	assert((z & 0xfff0) != 0x1230);
}
