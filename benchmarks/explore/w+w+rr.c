// title: two writers and a reader
// origin: Kokologiannakis et al., "Truly Stateless, Optimal Dynamic Partial Order Reduction" (POPL 2022), section 2.1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: sc 4/0, tso 4/0, pso 4/0
#include <assert.h>
#include <pthread.h>

volatile int x, y;

static void *writer_x(void *arg)
{
	x = 1;
	return NULL;
}

static void *writer_y(void *arg)
{
	y = 1;
	return NULL;
}

static void *reader(void *arg)
{
	int a = x;
	int b = y;

	assert(a + b <= 2);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, writer_x, NULL);
	pthread_create(&t2, NULL, writer_y, NULL);
	pthread_create(&t3, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
