// title: Concurrency Kit, stack
// origin: libck-dev 0.7.1, ck_stack, push and pop for several producers and consumers; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_stack.h>

struct item {
	int value;
	ck_stack_entry_t entry;
};

CK_STACK_CONTAINER(struct item, entry, item_of)

ck_stack_t stack = CK_STACK_INITIALIZER;
struct item items[2];
int popped[2];

static void *worker(void *arg)
{
	struct item *mine = arg;
	ck_stack_entry_t *top;

	mine->value = mine == &items[0] ? 1 : 16;
	ck_stack_push_upmc(&stack, &mine->entry);
	top = ck_stack_pop_upmc(&stack);
	if (top)
		popped[mine - items] = item_of(top)->value;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, &items[0]);
	pthread_create(&t2, NULL, worker, &items[1]);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(popped[0] + popped[1] == 1 + 16);
	return 0;
}
