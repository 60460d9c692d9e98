// title: The thread still knows what the first look found
// origin: written for this
// count: sc 3/0 3/0
// count: tso 3/0 3/0
// count: pso 3/0 3/0
// count: rc11 3/0 3/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int found;

static void *looks(void *arg)
{
	int e = atomic_load(&x), first = e;
	while (!atomic_compare_exchange_strong(&x, &e, e + 4))
		;
	found = first;
	return arg;
}

static void *changes(void *arg)
{
	atomic_store(&x, 1);
	return arg;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, looks, 0);
	pthread_create(&t, 0, changes, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(found != 99);
	return 0;
}
