// least: rc11 2 cost 20 dropped 4
// Functions whose names say their orders, called in one condition: what is weakened becomes the call of another one, and no fence that is
// needed goes into a function that is not called any more.
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

static atomic_int x, y;
static int r1, r2;

static void *first(void *unused)
{
	if ((put(&x, 1), !get(&y)))
		r1 = 1;
	return unused;
}

static void *second(void *unused)
{
	put(&y, 1), r2 = !get(&x);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(!(r1 && r2));
	return 0;
}
