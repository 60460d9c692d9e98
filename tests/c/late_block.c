// verdict: sc safe, tso safe, pso violation
// property: access after free
// A message that nobody looks at but as a whole is written, and said to be done with before the writes are there: they reach freed memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static char *message;
static atomic_int done;

static void *user(void *unused)
{
	memset(message + 3, 1, 2);
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return unused;
}

static void *owner(void *unused)
{
	if (atomic_load_explicit(&done, memory_order_acquire))
		free(message);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	message = malloc(16);
	memset(message, 0, 16);
	pthread_create(&t0, NULL, user, NULL);
	pthread_create(&t1, NULL, owner, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
