// unknown
// What is left of an address is read by itself.
#include <assert.h>
#include <string.h>
#include <stdint.h>
union U { int *p; uint32_t w[2]; uint64_t l; };
static int g;
int main(void)
{
	union U u;
	memset(&u, 0, 8);
	u.p = &g;
	memset(&u.w[1], 0, 4);
	assert(u.w[0] != 0x3551234);
}
