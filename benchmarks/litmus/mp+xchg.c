// title: message passing (MP), the flag is set by an exchange
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), MP (Intel iwp2.1, AMD amd1); Intel iwp2.8.b; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

static void *thread1(void *arg)
{
	x = 1;
	(void)__sync_lock_test_and_set(&y, 1);
	return NULL;
}

static void *thread2(void *arg)
{
	r1 = y;
	r2 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(r1 == 1 && r2 == 0));
	return 0;
}
