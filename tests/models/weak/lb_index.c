// verdict: arm8 safe, riscv safe, power safe, arm7 safe, imm safe, lkmm violation
// An address that is computed from a read keeps back later stores under some models; that it lies in bounds keeps back nothing.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int a, b, seen;
int table[2];

static void *divides(void *unused)
{
	a = x;
	seen = table[a];
	y = 1;
	return unused;
}

static void *answers(void *unused)
{
	int before = y;

	table[0] = 1;
	b = y;
	/* Never: reads of one place come in order. */
	if (before == 1 && b == 0)
		x = -3;
	x = b;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, divides, NULL);
	pthread_create(&t1, NULL, answers, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	assert(!(a == 1 && b == 1));
	return 0;
}
