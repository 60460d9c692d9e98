// least: rc11 2 cost 7 dropped 1
// The function with the order that would do is not there where the call is: a variable has its name.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static inline int get_relaxed(atomic_int *at)
{
	return atomic_load_explicit(at, memory_order_relaxed);
}

static inline int get_acquire(atomic_int *at)
{
	return atomic_load_explicit(at, memory_order_acquire);
}

static inline int get(atomic_int *at)
{
	return atomic_load_explicit(at, memory_order_seq_cst);
}

static inline void put_relaxed(atomic_int *at, int value)
{
	atomic_store_explicit(at, value, memory_order_relaxed);
}

static inline void put_release(atomic_int *at, int value)
{
	atomic_store_explicit(at, value, memory_order_release);
}

static inline void put(atomic_int *at, int value)
{
	atomic_store_explicit(at, value, memory_order_seq_cst);
}

static atomic_int flag;
static int data;

static void *first(void *put_release)
{
	data = 1;
	put(&flag, 1);
	return put_release;
}

static void *second(void *unused)
{
	if (get(&flag))
		assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
