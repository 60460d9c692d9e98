// title: 2+2W, a fence in one thread only
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), 2+2W; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;

static void *thread1(void *arg)
{
	x = 1;
	__sync_synchronize();
	y = 2;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	x = 2;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(x == 1 && y == 1));
	return 0;
}
