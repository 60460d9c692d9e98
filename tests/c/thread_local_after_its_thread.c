// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// A thread hands out the address of a thread-local variable, which is gone when the thread has been joined.
// gcc: no
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local int mine;

static void *owner(void *unused)
{
	mine = 1;
	return &mine;
}

int main(void)
{
	pthread_t t;
	void *found;

	pthread_create(&t, NULL, owner, NULL);
	pthread_join(t, &found);
	return *(int *)found - 1;
}
