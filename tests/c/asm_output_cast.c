// GCC takes the cast of an output operand for what is cast.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>

static void *volatile place;
static int value;

static void *swap(volatile void *pointer, void *x)
{
	__asm__ __volatile__("xchgq %0,%1"
	                     : "=r"((unsigned long long)x)
	                     : "m"(*(volatile long long *)pointer), "0"((unsigned long long)x)
	                     : "memory");
	return x;
}

int main(void)
{
	int number = 3;

	assert(swap(&place, &value) == 0 && place == &value);
	__asm__("movl $4, %0" : "=r"((unsigned)number));
	assert(number == 4);
	return 0;
}
