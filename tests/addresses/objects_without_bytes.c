// unknown
#include <assert.h>
#include <stdint.h>
struct empty {};
static struct empty a, b;
int main(void)
{
	assert((uintptr_t)&a != (uintptr_t)&b);
}
