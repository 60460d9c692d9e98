// unknown
// A sum that leads far from the object does not hide where that lies.
#include <assert.h>
#include <stdint.h>
static int g;
int main(void)
{
	uint64_t l = (uint64_t)&g;
	l += (uint64_t)1 << 40;
	assert(l != 0x10055551234);
}
