// suggest: --model pso --fence-text store-store=__sync_synchronize()
// The user says how fences are written.
#include <assert.h>
#include <pthread.h>
volatile int data, ready;
static void *t1(void *unused)
{
	data = 1;
	ready = 1;
	return 0;
}
static void *t2(void *unused)
{
	if (ready)
		assert(data);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
