// title: coherence of two reads (CoRR)
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), CoRR; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x;
int r1, r2;

static void *thread1(void *arg)
{
	x = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	r1 = x;
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
