// verdict: sc safe, tso safe, pso violation
// property: access after free
// Who frees within an atomic section has been told by a store that is earlier than the write before it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int *block;
static atomic_int done;

static void *writes(void *unused)
{
	*block = 1;
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t thread;

	block = malloc(sizeof *block);
	pthread_create(&thread, NULL, writes, NULL);
	__VERIFIER_atomic_begin();
	if (atomic_load(&done))
		free(block);
	__VERIFIER_atomic_end();
	pthread_join(thread, NULL);
	return 0;
}
