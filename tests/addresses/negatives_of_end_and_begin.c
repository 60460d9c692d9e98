// unknown
#include <assert.h>
#include <stdint.h>
static char a[8], b[8];
int main(void)
{
	assert(-(uintptr_t)(a + 8) != -(uintptr_t)b);
}
