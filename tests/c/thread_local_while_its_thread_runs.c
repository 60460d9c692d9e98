// verdict: sc safe, tso safe, pso safe
// A thread-local variable is used by another thread as long as its owner waits; the first thread's one to the end of the program.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *user(void *found)
{
	assert(*(int *)found == 1);
	*(int *)found = 2;
	return NULL;
}

static void *owner(void *first)
{
	pthread_t t;

	mine = 1;
	pthread_create(&t, NULL, user, &mine);
	pthread_join(t, NULL);
	assert(mine == 2);
	*(int *)first = mine + 1;
	return NULL;
}

int main(void)
{
	pthread_t t;

	mine = 7;
	pthread_create(&t, NULL, owner, &mine);
	pthread_join(t, NULL);
	assert(mine == 3);
	return 0;
}
