// verdict: arm8 safe, riscv safe, power safe, arm7 safe, imm safe
// Stores that happen depending on a plain and on a volatile read.
#include <assert.h>
#include <pthread.h>

int x, a, b;
volatile int y;

static void *thread0(void *unused)
{
	a = x;
	if (a)
		y = 1;
	else
		y = 2;
	return unused;
}

static void *thread1(void *unused)
{
	b = y;
	if (b == 1)
		x = 1;
	else
		x = b == 2;
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 1));
	return 0;
}
