// verdict: sc safe, tso safe, pso safe
// A pointer that nobody has set is read and handed on, and what hangs on it stays right whatever it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

struct node *shared;
struct node *copy;

static void *look(void *arg)
{
	copy = shared->next;
	return NULL;
}

int main(void)
{
	pthread_t t;

	shared = malloc(sizeof *shared);
	shared->value = 1;
	pthread_create(&t, NULL, look, NULL);
	pthread_join(t, NULL);
	assert(copy == shared->next && shared->value == 1);
	return 0;
}
