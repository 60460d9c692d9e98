// title: The look before the loop acquires, that in the loop does not: what follows it may see older things, and races
// origin: written for this
// count: sc 3/0 3/0
// count: tso 3/0 3/0
// count: pso 3/0 3/0
// count: rc11 4/0 4/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int data, seen, found;

static void *looks(void *arg)
{
	int e = atomic_load_explicit(&x, memory_order_acquire);
	while (!atomic_compare_exchange_strong_explicit(&x, &e, e + 4, memory_order_relaxed, memory_order_relaxed))
		;
	found = e;
	if (e == 1)
		seen = data + 1;
	return arg;
}

static void *changes(void *arg)
{
	data = 1;
	atomic_store_explicit(&x, 1, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, looks, 0);
	pthread_create(&t, 0, changes, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(found != 99 && seen != 99);
	return 0;
}
