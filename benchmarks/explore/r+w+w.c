// title: a reader and two writers of one variable
// origin: Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), section 3.5; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: sc 6/0, tso 6/0, pso 6/0
// count-rf: sc 3/0, tso 3/0, pso 3/0
#include <assert.h>
#include <pthread.h>

volatile int x;

static void *reader(void *arg)
{
	int a = x;

	assert(a <= 2);
	return NULL;
}

static void *writer_1(void *arg)
{
	x = 1;
	return NULL;
}

static void *writer_2(void *arg)
{
	x = 2;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, reader, NULL);
	pthread_create(&t2, NULL, writer_1, NULL);
	pthread_create(&t3, NULL, writer_2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
