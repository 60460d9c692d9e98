// title: An iteration that fails has stored something
// origin: written for this
// count: sc 5/0 5/0
// count: tso 5/0 5/0
// count: pso 5/0 5/0
// count: rc11 5/0 5/0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int found, other;

static void *looks(void *arg)
{
	int e = atomic_load(&x);
	do
		atomic_store(&y, e + 1);
	while (!atomic_compare_exchange_strong(&x, &e, e + 4));
	found = e;
	return arg;
}

static void *changes(void *arg)
{
	other = atomic_load(&y);
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
	assert(found != 99 && other != 99);
	return 0;
}
