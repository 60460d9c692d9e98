// least: tso 2 cost 20 dropped 2, pso 2 cost 20 dropped 2
// Fences in assembly take part: one that is needed counts, one that is not goes.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

static void *first(void *unused)
{
	x = 1;
	__asm__ __volatile__("mfence" ::: "memory");
	r1 = y;
	__asm__ __volatile__("mfence" ::: "memory");
	return unused;
}

static void *second(void *unused)
{
	asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
	y = 1;
	__sync_synchronize();
	r2 = x;
	return unused;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
