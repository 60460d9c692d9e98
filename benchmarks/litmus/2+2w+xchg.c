// title: 2+2W, the first store of each thread is an exchange
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), 2+2W; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x, y;

static void *thread1(void *arg)
{
	(void)__sync_lock_test_and_set(&x, 1);
	y = 2;
	return NULL;
}

static void *thread2(void *arg)
{
	(void)__sync_lock_test_and_set(&y, 1);
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
