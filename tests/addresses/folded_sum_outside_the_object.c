// unknown
// A constant sum lies outside the object, and hangs on where that does.
#include <assert.h>
#include <stdint.h>
static int g;
int main(void)
{
	uintptr_t x = (uintptr_t)&g + 4096;
	assert((x >> 20 & 0xff) != 0x77);
	return 0;
}
