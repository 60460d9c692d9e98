// unknown
// The same of an address that an initialiser gave.
#include <assert.h>
#include <stdint.h>
union U { int *p; uint32_t w[2]; uint64_t l; };
static int g;
static union U u = {.p = &g};
int main(void)
{
	u.w[1] = 0;
	assert(u.l != 0x1234);
}
