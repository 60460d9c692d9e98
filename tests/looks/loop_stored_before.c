// title: An iteration before the last, that was in vain, has stored something
// origin: written for this
// count: sc 6/2 8/0
// count: tso 6/2 8/0
// count: pso 6/2 8/0
// count: rc11 6/2 8/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int found, other;

static void *looks(void *arg)
{
	int e = atomic_load(&x);
	while (!atomic_compare_exchange_strong(&x, &e, e + 4))
		if (e == 1)
			atomic_store(&y, 1);
	found = e;
	return arg;
}

static void *changes(void *arg)
{
	atomic_store(&x, 1);
	atomic_store(&x, 2);
	other = atomic_load(&y);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, looks, 0);
	pthread_create(&t, 0, changes, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(found != 99 && other != 99 && y != 99);
	return 0;
}
