// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// What `alloca` gives in a loop lasts to the end of the function, not of the iteration, and no longer.
// gcc: no
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) where;

static int sum(void)
{
	int *last = NULL;

	for (int i = 0; i < 2; i++) {
		int *next = alloca(sizeof *next);

		*next = last ? *last + 1 : 1;
		last = next;
	}
	atomic_store(&where, last);
	return *last;
}

static void *maker(void *unused)
{
	assert(sum() == 2);
	return unused;
}

static void *user(void *unused)
{
	int *found = atomic_load(&where);

	if (found)
		assert(*found == 2);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	pthread_create(&t0, NULL, maker, NULL);
	pthread_create(&t1, NULL, user, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
