// unknown
// On one of two paths the bytes are a part of an address and zeros.
#include <assert.h>
#include <string.h>
#include <stdint.h>
static int h;
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
	union { uint64_t l; char b[16]; } c;
	memset(&c, 0, 16);
	c.l = 0;
	if (__VERIFIER_nondet_bool()) {
		int *p = &h;
		memcpy(c.b + 4, &p, 8);
	}
	uint64_t x = c.l;
	assert(x != 0x355123400000000);
}
