// verdict: sc safe, tso safe, pso safe
// The thread ends in a call, but only when nobody uses its caller's variable any more; on the other path the call returns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int asked;

static void *user(void *found)
{
	assert(*(int *)found == 1);
	*(int *)found = 2;
	return NULL;
}

static void stop_if_asked(void)
{
	if (atomic_load(&asked))
		pthread_exit(NULL);
}

static void *maker(void *unused)
{
	int mine = 1;
	pthread_t t;

	pthread_create(&t, NULL, user, &mine);
	pthread_join(t, NULL);
	stop_if_asked();
	assert(mine == 2);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, maker, NULL);
	atomic_store(&asked, 1);
	pthread_join(t, NULL);
	return 0;
}
