// suggest: --model pso
// The file's name is one for a dearer fence than the one that is needed.
#include <assert.h>
#include <pthread.h>
#define smp_mb() __sync_synchronize()
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
