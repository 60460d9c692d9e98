// verdict: sc safe, tso safe, rc11 violation
// Orders that macros are given by each kind of name, and in parentheses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RLX __ATOMIC_RELAXED
#define WEAK (memory_order_relaxed) /* no more than that */

#define get(p, order) __atomic_load_n((p), (order))
#define set(p, v, order) atomic_store_explicit((p), (v), order)

static int first;
static atomic_int second;
static int data;

static void *write(void *unused)
{
	data = 1;
	__atomic_store_n(&first, 1, (RLX));
	set(&second, 1, WEAK);
	return unused;
}

static void *read(void *unused)
{
	if (get(&first, __ATOMIC_RELAXED) || atomic_load_explicit(&second, (memory_order_relaxed)))
		assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t writer, reader;
	pthread_create(&writer, NULL, write, NULL);
	pthread_create(&reader, NULL, read, NULL);
	pthread_join(writer, NULL);
	pthread_join(reader, NULL);
	return 0;
}
