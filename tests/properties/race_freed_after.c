// title: freed after the join, and by who takes the last reference
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	atomic_int references;
	int numbers[2];
};

static void leave(struct node *node)
{
	if (atomic_fetch_sub(&node->references, 1) == 1)
		free(node);
}

static void *left(void *arg)
{
	struct node *node = arg;
	node->numbers[0] = 1;
	leave(node);
	return 0;
}

int main(void)
{
	pthread_t a;
	struct node *node = malloc(sizeof *node);
	int *other = malloc(sizeof *other);

	atomic_init(&node->references, 2);
	pthread_create(&a, 0, left, node);
	node->numbers[1] = 1;
	leave(node);
	pthread_join(a, 0);
	*other = 1;
	free(other);
	return 0;
}
