// suggest: --model pso
// One of the two names is no fence of the machine; the other is.
#include <assert.h>
#include <pthread.h>
#define smp_mb() __sync_synchronize()
#define smp_wmb() __asm__ volatile("" ::: "memory")
volatile int x, y, data, ready;
int r1, r2, r3, r4;
static void *t1(void *unused)
{
	x = 1;
	r1 = y;
	data = 1;
	ready = 1;
	return unused;
}
static void *t2(void *unused)
{
	y = 1;
	r2 = x;
	r3 = ready;
	r4 = data;
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert((r1 || r2) && (!r3 || r4));
	return 0;
}
