// verdict: sc safe, tso safe, pso safe, rc11 safe
// Numbers in assembly: as the assembler reads them (octal), and as gcc writes constants (with the sign of their highest bit).
#include <assert.h>

static struct {
	int first, second, third;
} three = { 1, 2, 3 };

int main(void)
{
	int eight = 0, third, minus = 0, both = 3, unlocked = 0;
	long high = 0;
	unsigned char carry;
	int a = 1, b = 2, c = 3, d = 4;

	__asm__("addl $010, %0" : "+r"(eight));
	assert(eight == 8);
	__asm__("movl 010(%1), %0" : "=r"(third) : "r"(&three));
	assert(third == 3);
	__asm__("mov 4(%1), %0" : "=r"(third) : "r"(&three));
	assert(third == 2);
	__asm__("lock; orq %1, %0" : "+m"(high) : "ir"(1u << 31));
	assert(high == -0x80000000l);
	__asm__("movl %1, %0" : "=r"(minus) : "i"((unsigned char)255));
	assert(minus == -1);
	__asm__("xaddl %0, %0" : "+r"(both));
	assert(both == 6);
	__asm__("xchgl %0, %1" : "+r"(a), "+r"(b));
	assert(a == 2 && b == 1);
	__asm__("" : "=r"(c), "=r"(d) : "0"(d), "1"(c));
	assert(c == 4 && d == 3);
	__asm__("btsl $3, %0\n\tsetc %1" : "+m"(unlocked), "=q"(carry) : : "cc");
	assert(unlocked == 8 && !carry);
	return 0;
}
