// title: free is no atomic access, whatever the other one is
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int number;
	atomic_int flag;
};

static void *left(void *arg)
{
	struct node *node = arg;
	atomic_store(&node->flag, 1);
	return 0;
}

int main(void)
{
	pthread_t a;
	struct node *node = calloc(1, sizeof *node);

	pthread_create(&a, 0, left, node);
	free(node);
	pthread_join(a, 0);
	return 0;
}
