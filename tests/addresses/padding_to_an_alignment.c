// safe
// Of an address that is turned around only the bits are taken that its alignment fixes.
#include <assert.h>
#include <stdint.h>

static _Alignas(16) char buffer[64];

int main(void)
{
	uintptr_t at = (uintptr_t)(buffer + 5);
	unsigned padding = (unsigned)(-at & 15);
	assert(padding == 11);
	assert((~at & 7) == 2);
	return 0;
}
