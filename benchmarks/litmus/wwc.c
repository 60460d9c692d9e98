// title: write-to-write causality (WWC)
// origin: Maranget, Sarkar, Sewell, "A tutorial introduction to the ARM and POWER relaxed memory models" (2012), WWC; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

static void *thread1(void *arg)
{
	x = 2;
	return NULL;
}

static void *thread2(void *arg)
{
	r1 = x;
	y = 1;
	return NULL;
}

static void *thread3(void *arg)
{
	r2 = y;
	x = 1;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_create(&t3, NULL, thread3, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	assert(!(r1 == 2 && r2 == 1 && x == 2));
	return 0;
}
