// title: independent reads of independent writes (IRIW)
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), IRIW (AMD amd6); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2, r3, r4;

static void *thread1(void *arg)
{
	x = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	return NULL;
}

static void *thread3(void *arg)
{
	r1 = x;
	r2 = y;
	return NULL;
}

static void *thread4(void *arg)
{
	r3 = y;
	r4 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2, t3, t4;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_create(&t3, NULL, thread3, NULL);
	pthread_create(&t4, NULL, thread4, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
	return 0;
}
