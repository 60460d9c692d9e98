// unknown
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int a[300];
int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i >= 300)
		return 0;
	int *p = &a[i], *q;
	memcpy(&q, &p, 4);
	memcpy((char *)&q + 4, (char *)&p + 4, 4);
	uint32_t k = (uint32_t)(uint64_t)q;
	assert(k != 0x1234);
}
