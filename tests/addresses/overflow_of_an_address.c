// unknown
#include <assert.h>
#include <stdint.h>
static int g;
int main(void)
{
	uintptr_t r;
	assert(!__builtin_add_overflow((uintptr_t)&g, 0xffff900000000000ull, &r));
	return 0;
}
