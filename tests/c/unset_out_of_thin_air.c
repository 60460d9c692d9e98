// verdict: sc safe, tso safe, pso safe
// Under a model that lets plain reads take values that they cause themselves it is a violation (tests/suite/litter.rs).
// What the pointer happens to be decides whether it is read at all: there the read of what nobody has set has no place before
// which nothing hangs on it. (What is written in the end, behind the joins, nobody can read.)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
};

struct node *n;
int go, found, seen;

static void *follow(void *arg)
{
	if (go && n->next == NULL)
		found = 1;
	return NULL;
}

static void *answer(void *arg)
{
	if (found) {
		go = 1;
		seen = 1;
	}
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	n = malloc(sizeof *n);
	pthread_create(&t, NULL, follow, NULL);
	pthread_create(&u, NULL, answer, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(!seen);
	go = 1;
	return 0;
}
