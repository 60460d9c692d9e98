// title: S, fenced
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), S; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1;

static void *thread1(void *arg)
{
	x = 2;
	__sync_synchronize();
	y = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	r1 = y;
	__sync_synchronize();
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(r1 == 1 && x == 2));
	return 0;
}
