// unknown
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct two { uint32_t a, b; };
static char big[1000];
int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 1000)
		return 0;
	char *p = big + i, *z;
	memcpy(&z, &p, 4);
	memcpy((char *)&z + 4, (char *)&p + 4, 4);
	union { char *p; struct two t; } u;
	u.p = z;
	assert(u.t.b != 0x7fff);
	return 0;
}
