// least: tso 2 cost 20 dropped 3, rc11 2 cost 20 dropped 3
// Of a function that is a fence and that compilers miss without calls those calls go that are not needed, as long as one is left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void mb(void);

static void mb(void)
{
	atomic_thread_fence(memory_order_seq_cst);
}

static atomic_int x, y;
static int first, second;

static void *run(void *unused)
{
	mb();
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	mb();
	first = atomic_load_explicit(&y, memory_order_relaxed);
	mb();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, run, 0);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	mb();
	second = atomic_load_explicit(&x, memory_order_relaxed);
	mb();
	pthread_join(a, 0);
	assert(first || second);
	return 0;
}
