// title: Who has seen what the worker did behind its loop finds what it did there, as stores overtake one another
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: pso violation, rc11 violation, arm8 violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, flag, done;

static int load(atomic_int *from)
{
	return atomic_load_explicit(from, memory_order_relaxed);
}

static void store(atomic_int *to, int value)
{
	atomic_store_explicit(to, value, memory_order_relaxed);
}

static void *worker(void *arg)
{
	while (!load(&stop)) {
		store(&flag, 1);
		store(&flag, 0);
	}
	store(&done, 1);
	return arg;
}

static void *looker(void *arg)
{
	while (!load(&done))
		;
	int first = load(&flag), second = load(&flag), third = load(&flag);
	assert(!(first == 1 && second == 0 && third == 1));
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, looker, 0);
	store(&stop, 1);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
