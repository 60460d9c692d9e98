// least: rc11 2 cost 20 dropped 5
// A family of functions around another one, and a call by a pointer, which stays what it is.
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

static inline void store_relaxed(atomic_int *at, int value)
{
	put_relaxed(at, value);
}

static inline void store(atomic_int *at, int value)
{
	put(at, value);
}

static atomic_int x, y, z;
static int r1, r2;

static void *first(void *unused)
{
	void (*const pointer)(atomic_int *, int) = put;

	pointer(&z, 1);
	store(&z, 2);
	store(&x, 1);
	r1 = get(&y);
	return unused;
}

static void *second(void *unused)
{
	store(&y, 1);
	r2 = get(&x);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
