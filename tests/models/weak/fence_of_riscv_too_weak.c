// verdict: riscv violation
// Store buffering, which no fence but the full one forbids.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int a, b;

static void *one(void *unused)
{
	x = 1;
	__asm__ volatile("fence.tso" ::: "memory");
	a = y;
	return unused;
}

static void *two(void *unused)
{
	y = 1;
	__asm__ volatile("fence iorw,iorw" ::: "memory");
	b = x;
	return unused;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, 0, one, 0);
	pthread_create(&t2, 0, two, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(!(a == 0 && b == 0));
	return 0;
}
