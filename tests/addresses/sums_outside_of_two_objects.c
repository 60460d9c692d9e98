// unknown
// What lies outside of two objects may be at one place.
#include <assert.h>
#include <stdint.h>
static int g, h;
int main(void)
{
	assert((uintptr_t)&g + 64 != (uintptr_t)&h + 128);
	return 0;
}
