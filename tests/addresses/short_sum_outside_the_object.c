// unknown
// A short step out of the object does not hide where that lies.
#include <assert.h>
#include <stdint.h>
static int g;
int main(void)
{
	uintptr_t x = (uintptr_t)&g;
	x += 64;
	x ^= x >> 20;
	assert((x & 0xff) != 0x77);
	return 0;
}
