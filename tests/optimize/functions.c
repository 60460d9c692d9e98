// least: tso 2 cost 20 dropped 6, rc11 2 cost 20 dropped 6
// A function that is a fence and nothing else: each call of it is one. Where a call is part of something, or nobody may be left to call
// the function, its own fence is the one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static inline void mb(void)
{
	atomic_thread_fence(memory_order_seq_cst);
}

/* calls another one */
static inline void barrier_for_all(void)
{
	mb();
}

/* without `inline` compilers tell that nobody calls it */
static void full(void)
{
	__sync_synchronize();
}

static inline void odd(void)
{
	__sync_synchronize();
}

static atomic_int x, y;
static int first, second;

static void *run(void *unused)
{
	mb();
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	mb();
	first = atomic_load_explicit(&y, memory_order_relaxed);
	if (!first)
		mb();
	full();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, run, 0);
	barrier_for_all();
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	mb();
	second = atomic_load_explicit(&x, memory_order_relaxed);
	if ((odd(), second))
		full();
	odd();
	barrier_for_all();
	pthread_join(a, 0);
	assert(first || second);
	return 0;
}
