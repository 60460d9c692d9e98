// verdict: sc safe, tso safe, rc11 violation
// Functions that are given the order of their access, one of them around another, and both orders of an exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static inline int get(atomic_int *from, memory_order order)
{
	return atomic_load_explicit(from, order);
}

static inline void set(atomic_int *to, int value, memory_order order)
{
	atomic_store_explicit(to, value, order);
}

static inline void clear(atomic_int *what, memory_order order)
{
	set(what, 0, order);
}

static inline bool swap(atomic_int *at, int old, int new, memory_order done, memory_order failed)
{
	return atomic_compare_exchange_strong_explicit(at, &old, new, done, failed);
}

static atomic_int held, ready;
static int count, data;

static void *add(void *unused)
{
	while (!swap(&held, 0, 1, memory_order_relaxed, memory_order_relaxed))
		;
	count++;
	clear(&held, memory_order_relaxed);
	data = 1;
	set(&ready, 1, memory_order_relaxed);
	return unused;
}

static void *look(void *unused)
{
	while (!swap(&held, 0, 1, memory_order_acquire, memory_order_relaxed))
		;
	count++;
	clear(&held, memory_order_release);
	if (get(&ready, memory_order_relaxed))
		assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t first, second;
	pthread_create(&first, NULL, add, NULL);
	pthread_create(&second, NULL, look, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	assert(count == 2);
	return 0;
}
