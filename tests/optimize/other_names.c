// least: rc11 2 cost 4 dropped 4
// Names of the program's own for an order, which are what functions are given: another order is written in their place, where they are used,
// and what they stand for stays.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STRONG memory_order_seq_cst
#define STRONGEST (STRONG)
#define PUT(at, value) put(at, value, STRONG)

static inline int get(atomic_int *at, memory_order order)
{
	return atomic_load_explicit(at, order);
}

static inline void put(atomic_int *at, int value, memory_order order)
{
	atomic_store_explicit(at, value, order);
}

static atomic_int flag, other;
static int data;

static void *first(void *unused)
{
	data = 1;
	put(&other, 1, STRONG);
	put(&other, 2, STRONGEST);
	PUT(&flag, 1);
	return unused;
}

static void *second(void *unused)
{
	if (get(&flag, STRONGEST))
		assert(data == 1);
	put(&other, get(&other, STRONG), STRONG);
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
