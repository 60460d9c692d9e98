// verdict: sc safe, tso safe, pso safe, rc11 safe
// What instructions leave in several variables is written at once: one may get what another held.
#include <assert.h>

int main(void)
{
	long x = 1, y = 2, t;
	int a = 5, b = 7;
	unsigned char less;
	long p = 1, q = 2, r = 3;

	__asm__ volatile("mov %0,%2\n\tmov %1,%0\n\tmov %2,%1" : "+r"(x), "+r"(y), "=&r"(t));
	assert(x == 2 && y == 1 && t == 1);
	/* The flags are those of the values before. */
	__asm__ volatile("cmpl %2,%0\n\tsetl %1\n\tmovl %3,%0" : "+r"(a), "=&q"(less) : "r"(b), "r"(9) : "cc");
	assert(less && a == 9);
	__asm__("mov %0,%%rax\n\tmov %1,%0\n\tmov %2,%1\n\tmov %%rax,%2" : "+r"(p), "+r"(q), "+r"(r) : : "rax");
	assert(p == 2 && q == 3 && r == 1);
	return 0;
}
