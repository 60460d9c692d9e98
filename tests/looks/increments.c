// title: Two threads that add by compare-and-exchange
// origin: written for this
// count: sc 2/2 4/0
// count: tso 2/2 4/0
// count: pso 2/2 4/0
// count: rc11 2/2 4/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *looks(void *arg)
{
	int e = atomic_load(&x);
	while (!atomic_compare_exchange_strong(&x, &e, e + 1))
		;
	return arg;
}

static void *changes(void *arg)
{
	int e = atomic_load(&x);
	while (!atomic_compare_exchange_strong(&x, &e, e + 4))
		;
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, looks, 0);
	pthread_create(&t, 0, changes, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
