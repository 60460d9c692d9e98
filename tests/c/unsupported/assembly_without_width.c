// error: 9:2 the inline assembly `add $1, %0`
// Assemblers take 32 bits of the 64.
#include <assert.h>

static long number = 0xffffffff;

int main(void)
{
	__asm__("add $1, %0" : "+m"(number) : : "cc");
	assert(number == 0);
	return 0;
}
