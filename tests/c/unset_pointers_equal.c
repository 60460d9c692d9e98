// verdict: sc violation, tso violation, pso violation
// property: assertion
// Memory that nobody has set holds anything: two pointers there need not be equal.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

struct node *a, *b;
struct node *first, *second;

static void *look(void *arg)
{
	first = a->next;
	second = b->next;
	return NULL;
}

int main(void)
{
	pthread_t t;

	a = malloc(sizeof *a);
	b = malloc(sizeof *b);
	pthread_create(&t, NULL, look, NULL);
	pthread_join(t, NULL);
	assert(first == second);
	return 0;
}
