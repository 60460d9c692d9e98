// unknown
// The half of an address that a number has left of it is no address.
#include <assert.h>
#include <stdint.h>
union U { int *p; uint32_t w[2]; uint64_t l; };
static int g;
int main(void)
{
	union U u;
	u.p = &g;
	u.w[1] = 0;
	assert(u.l != 0x1234);
}
