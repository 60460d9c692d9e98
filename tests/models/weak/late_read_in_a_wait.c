// verdict: arm8 violation, rc11 safe, riscv violation, power violation, arm7 violation, imm violation, lkmm violation
// Who waits looks at an object in each round, and says afterwards that it is done: a round that came to nothing may have looked too late.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	volatile int value;
};

static struct node *node;
static atomic_int go, done;

static void *user(void *unused)
{
	while (!atomic_load_explicit(&go, memory_order_relaxed))
		(void)node->value;
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return unused;
}

static void *owner(void *unused)
{
	atomic_store_explicit(&go, 1, memory_order_relaxed);
	if (atomic_load_explicit(&done, memory_order_acquire))
		free(node);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	node = malloc(sizeof *node);
	node->value = 3;
	pthread_create(&t0, NULL, user, NULL);
	pthread_create(&t1, NULL, owner, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
