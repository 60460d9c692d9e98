// title: R, a fence in the reading thread only
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), R; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1;

static void *thread1(void *arg)
{
	x = 1;
	y = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 2;
	__sync_synchronize();
	r1 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(r1 == 0 && y == 2));
	return 0;
}
