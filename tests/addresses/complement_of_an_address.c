// unknown
// The complement of an address hangs on where the object lies as much as that does.
#include <assert.h>
#include <stdint.h>
static int g;
int main(void)
{
	uint64_t l = (uint64_t)&g;
	l = ~l;
	uint32_t k = l;
	assert(k != 0xabcdeffb);
}
