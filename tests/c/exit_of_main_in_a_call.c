// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The first thread ends in a call while another one still uses a variable of `main`.
// gcc: no
#include <pthread.h>
#include <stdlib.h>

static void *user(void *found)
{
	*(int *)found = 2;
	return NULL;
}

static void stop(void)
{
	pthread_exit(NULL);
}

int main(void)
{
	pthread_t t;
	int mine = 1;

	pthread_create(&t, NULL, user, &mine);
	stop();
	return 0;
}
