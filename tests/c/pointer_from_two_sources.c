// verdict: sc violation, tso violation, pso violation
// property: assertion
// A pointer that is known, or else read from memory that may hold more addresses than are told apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
	int value;
} pool[150], stub;
struct node *_Atomic head;

void *publishes(void *p)
{
	unsigned i = __VERIFIER_nondet_uint() % 150;
	pool[i].value = 2;
	atomic_store(&head, &pool[i]);
	return p;
}

int main(void)
{
	pthread_t t;
	stub.value = 1;
	pthread_create(&t, 0, publishes, 0);
	struct node *found = atomic_load(&head);
	struct node *p = &stub;
	if (found)
		p = found;
	assert(p->value == 1);
	return 0;
}
