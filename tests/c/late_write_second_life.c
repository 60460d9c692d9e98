// verdict: sc safe, tso safe, pso safe
// A block that comes back after it was freed is written by another thread in its second life, which is no late write of the first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic given;
static atomic_int done;

static void *user(void *unused)
{
	int *block = atomic_load_explicit(&given, memory_order_acquire);

	if (block) {
		*block = *block + 1;
		atomic_store_explicit(&done, 1, memory_order_release);
	}
	return unused;
}

static void *owner(void *unused)
{
	int *first = malloc(sizeof *first), *second;

	*first = 1;
	free(first);
	second = malloc(sizeof *second);
	*second = 5;
	atomic_store_explicit(&given, second, memory_order_release);
	if (atomic_load_explicit(&done, memory_order_acquire))
		assert(*second == 6);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, user, NULL);
	pthread_create(&t1, NULL, owner, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
