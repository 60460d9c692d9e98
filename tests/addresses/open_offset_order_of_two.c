// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static char h[64], g[64];
int main(void)
{
	unsigned long n = __VERIFIER_nondet_ulong();
	if (n > 60)
		return 0;
	uint64_t l = (uint64_t)g + n;
	assert(l < (uint64_t)h);
}
