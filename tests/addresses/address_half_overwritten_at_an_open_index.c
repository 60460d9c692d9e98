// unknown
// The same, at an index that is open.
#include <assert.h>
#include <stdint.h>
union U { int *p; uint32_t w[2]; uint64_t l; };
static int g, h;
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
	union U a[2];
	a[0].p = &g;
	a[1].p = &h;
	int i = __VERIFIER_nondet_bool();
	a[i].w[1] = 0;
	assert(a[i].l != 0x1234);
}
