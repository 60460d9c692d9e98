// suggest: --model arm8
// By its body it is more than is needed here, and has the name of what is.
#include <assert.h>
#include <pthread.h>
#define smp_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
volatile int data, ready;
int r1, r2;
static void *t1(void *unused)
{
	data = 1;
	ready = 1;
	return unused;
}
static void *t2(void *unused)
{
	r1 = ready;
	smp_rmb();
	r2 = data;
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!r1 || r2);
	return 0;
}
