// verdict: sc safe, tso safe, pso safe
// Within an atomic section a block is freed and comes back: what is written because of that belongs to the section, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int *block;
static atomic_int done;

static void *writes(void *unused)
{
	int *mine;

	__VERIFIER_atomic_begin();
	mine = block;
	if (mine)
		*mine = 1;
	__VERIFIER_atomic_end();
	if (mine)
		atomic_store(&done, 1);
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
	if (atomic_load(&done)) {
		assert(*block == 1);
		__VERIFIER_atomic_begin();
		free(block);
		__VERIFIER_atomic_end();
	}
	pthread_join(thread, NULL);
	return 0;
}
