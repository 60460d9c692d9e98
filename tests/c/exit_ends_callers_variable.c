// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// A thread ends in a function that its own function has called: the caller's variable is gone.
// gcc: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) where;

static void stop(void)
{
	pthread_exit(NULL);
}

static void *maker(void *unused)
{
	int mine = 1;

	atomic_store(&where, &mine);
	stop();
	return unused;
}

static void *user(void *unused)
{
	int *found = atomic_load(&where);

	if (found)
		assert(*found == 1);
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
