// unknown
#include <assert.h>
#include <stdint.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static char g[100001];
int main(void)
{
	unsigned long n = __VERIFIER_nondet_ulong();
	if (n > 100000)
		return 0;
	uint64_t l = (uint64_t)g + n;
	uint64_t k = ~l;
	assert(k != 0xffff900000000777);
}
