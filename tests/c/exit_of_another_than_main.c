// verdict: sc safe, tso safe, pso safe
// A thread ends in a call; the variables of `main` live on, which is what its own callers are not.
#include <assert.h>
#include <pthread.h>

static void stop(int *found)
{
	*found = 2;
	pthread_exit(NULL);
}

static void *user(void *found)
{
	stop(found);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int mine = 1;

	pthread_create(&t, NULL, user, &mine);
	pthread_join(t, NULL);
	assert(mine == 2);
	return 0;
}
