// title: coherence of two writes of one thread (CoWW)
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), CoWW; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x;

static void *thread1(void *arg)
{
	x = 1;
	x = 2;
	return NULL;
}

int main(void)
{
	pthread_t t1;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_join(t1, NULL);
	assert(!(x == 1));
	return 0;
}
