// title: two stores to one location before the read of the other
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009) (AMD amd3); licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

static void *thread1(void *arg)
{
	x = 1;
	x = 2;
	r1 = y;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	y = 2;
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
	assert(!(r1 == 1 && r2 == 1));
	return 0;
}
