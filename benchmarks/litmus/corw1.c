// title: coherence of a read and a later write of one thread (CoRW1)
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), CoRW1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x;
int r1;

static void *thread1(void *arg)
{
	r1 = x;
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t1;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_join(t1, NULL);
	assert(!(r1 == 1));
	return 0;
}
