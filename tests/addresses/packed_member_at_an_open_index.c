// unknown
// Packed members lie over parts of two addresses.
#include <assert.h>
#include <stdint.h>
static int g, h;
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
	union {
		int *p[3];
		struct __attribute__((packed)) { char c; uint64_t l; } q[2];
	} u;
	u.p[0] = &g;
	u.p[1] = &h;
	u.p[2] = &g;
	int i = __VERIFIER_nondet_bool();
	uint64_t x = u.q[i].l;
	assert(x != 0x7400000000412340);
}
