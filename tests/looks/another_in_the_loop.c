// title: What the loop has read besides it still knows
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
	int o = 0, e = atomic_load(&x);
	for (;;) {
		if (atomic_compare_exchange_strong(&x, &e, e + 4))
			break;
		o = atomic_load(&y) + 1;
	}
	found = e;
	other = o;
	return arg;
}

static void *changes(void *arg)
{
	atomic_store(&x, 1);
	atomic_store(&y, 1);
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
