// title: Only who finds nothing at first says so
// origin: written for this
// count: sc 4/0 4/0
// count: tso 4/0 4/0
// count: pso 4/0 4/0
// count: rc11 4/0 4/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int found, other;

static void *looks(void *arg)
{
	int e = atomic_load(&x);
	if (e == 0)
		atomic_store(&y, 1);
	while (!atomic_compare_exchange_strong(&x, &e, e + 4))
		;
	found = e;
	return arg;
}

static void *changes(void *arg)
{
	atomic_store(&x, 1);
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
