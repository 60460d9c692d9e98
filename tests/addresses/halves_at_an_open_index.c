// unknown
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int pool[200];
static void words(void *to, const void *from)
{
	memcpy(to, from, 4);
	memcpy((char *)to + 4, (const char *)from + 4, 4);
}
int main(void)
{
	unsigned i = __VERIFIER_nondet_uint();
	if (i >= 200)
		return 0;
	int *p = &pool[i], *q;
	words(&q, &p);
	assert(q == &pool[i]);
	assert(((uintptr_t)q >> 20 & 0xff) != 0x77);
	return 0;
}
