// verdict: sc safe, tso safe, pso safe
// Within an atomic section a block is freed and comes back: what is written because of that belongs to the section, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int *block;
static atomic_int ready, done;

static void *writes(void *unused)
{
	if (atomic_load(&ready)) {
		*block = 1;
		atomic_store(&done, 1);
	}
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, writes, NULL);
	__VERIFIER_atomic_begin();
	block = malloc(sizeof *block);
	free(block);
	block = malloc(sizeof *block);
	__VERIFIER_atomic_end();
	atomic_store(&ready, 1);
	if (atomic_load(&done)) {
		assert(*block == 1);
		__VERIFIER_atomic_begin();
		free(block);
		__VERIFIER_atomic_end();
	}
	pthread_join(thread, NULL);
	return 0;
}
