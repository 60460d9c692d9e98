// least: rc11 2 cost 6 dropped 1, arm8 2 cost 6 dropped 1
// Orders in the bodies of macros take part, and count for every use: the store's must stay and is used twice. The loads of the data
// need no order, and the load in the condition acquires.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PUBLISH(x, v) atomic_store_explicit(&(x), (v), memory_order_release)
#define SEEN(x) atomic_load_explicit(&(x), memory_order_seq_cst)
#define PLAIN(x) atomic_load_explicit(&(x), memory_order_acquire)

static atomic_int flag, data;

static void *write(void *unused)
{
	PUBLISH(data, 1);
	PUBLISH(flag, 1);
	return unused;
}

static void *read(void *unused)
{
	if (SEEN(flag)) {
		int found = PLAIN(data);
		assert(found == 1);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, write, 0);
	pthread_create(&b, 0, read, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
