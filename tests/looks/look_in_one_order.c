// title: The look before the loop has its place in the one order of all that is sequentially consistent, that in the loop has none
// origin: written for this
// count: sc 8/2 11/0
// count: tso 8/2 11/0
// count: pso 8/2 11/0
// count: rc11 13/0 13/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int found, other, seen;

static void *tells(void *arg)
{
	atomic_store(&x, 1);
	return arg;
}

static void *looks(void *arg)
{
	int e = atomic_load(&x);
	while (e != 1 && !atomic_compare_exchange_strong_explicit(&x, &e, 5, memory_order_acquire, memory_order_acquire))
		;
	found = e;
	other = atomic_load(&y);
	return arg;
}

static void *changes(void *arg)
{
	atomic_store(&y, 1);
	seen = atomic_load(&x);
	return arg;
}

int main(void)
{
	pthread_t r, s, t;
	pthread_create(&s, 0, looks, 0);
	pthread_create(&r, 0, tells, 0);
	pthread_create(&t, 0, changes, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	pthread_join(r, 0);
	assert(found != 99 && other != 99 && seen != 99);
	return 0;
}
