// verdict: sc safe, tso safe, rc11 violation
// Orders that no call says so that another one could be written there: in a variable, used twice, by a pointer to the function, by a macro whose
// like is not there in every configuration, and by a function whose like comes later. Fences are left, and the order within `get_alone`, which is one for all calls.
//
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static inline void set(atomic_int *to, int value, memory_order order)
{
	atomic_store_explicit(to, value, order);
}

static inline void set_twice(atomic_int *to, int value, memory_order order)
{
	atomic_store_explicit(to, value, order);
	atomic_store_explicit(to, value, order);
}

static inline void put_relaxed(atomic_int *to, int value)
{
	atomic_store_explicit(to, value, memory_order_relaxed);
}

static inline void put_release(atomic_int *to, int value)
{
	atomic_store_explicit(to, value, memory_order_release);
}

static inline int get_alone(atomic_int *from)
{
	return atomic_load_explicit(from, memory_order_relaxed);
}

static inline int get_early_relaxed(atomic_int *from)
{
	return atomic_load_explicit(from, memory_order_relaxed);
}

#define raise_relaxed(p) atomic_store_explicit((p), 1, memory_order_relaxed)
#ifdef LATER
#define raise_release(p) atomic_store_explicit((p), 1, memory_order_release)
#endif

static atomic_int a, b, c, d;
static int data;
static void (*put)(atomic_int *, int) = put_relaxed;

static void *write(void *unused)
{
	memory_order order = memory_order_relaxed;
	data = 1;
	set(&a, 1, order);
	set_twice(&b, 1, memory_order_relaxed);
	put(&c, 1);
	raise_relaxed(&d);
	return unused;
}

static void *read(void *unused)
{
	if (get_alone(&a) || get_alone(&b) || get_alone(&c) || get_early_relaxed(&d))
		assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t writer, reader;
	put_release(&a, 0);
	pthread_create(&writer, NULL, write, NULL);
	pthread_create(&reader, NULL, read, NULL);
	pthread_join(writer, NULL);
	pthread_join(reader, NULL);
	return 0;
}

static inline int get_early_acquire(atomic_int *from)
{
	return atomic_load_explicit(from, memory_order_acquire);
}
