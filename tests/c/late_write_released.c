// verdict: sc safe, tso safe, pso safe
// Who uses the node says that it is done by a store that releases: its write is there before, and the node may be freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
};

static struct node *node;
static atomic_int done;

static void *user(void *unused)
{
	node->value = 1;
	atomic_store_explicit(&done, 1, memory_order_release);
	return unused;
}

static void *owner(void *unused)
{
	if (atomic_load_explicit(&done, memory_order_acquire))
		free(node);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	node = malloc(sizeof *node);
	pthread_create(&t0, NULL, user, NULL);
	pthread_create(&t1, NULL, owner, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
