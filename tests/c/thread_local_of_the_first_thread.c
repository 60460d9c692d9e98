// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The first thread ends before the program does, and its thread-local variables with it.
// gcc: no
#include <pthread.h>

static _Thread_local int mine;

static void *user(void *found)
{
	*(int *)found = 2;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, user, &mine);
	pthread_exit(NULL);
}
