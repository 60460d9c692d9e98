// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned int __VERIFIER_nondet_uint(void);
static long arr[300], brr[300];
int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 300)
		return 0;
	uintptr_t x = (uintptr_t)&arr[i];
	for (int k = 0; k < 4; k++)
		x += 1048575;
	assert(x != (uintptr_t)&brr[3]);
}
