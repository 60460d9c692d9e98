// unknown
// Nor does one below it.
#include <assert.h>
#include <stdint.h>
static char buf[64];
static volatile unsigned one = 1;
int main(void)
{
	uintptr_t y = (uintptr_t)buf - one;
	assert((y >> 20 & 0xff) != 0x77);
	return 0;
}
