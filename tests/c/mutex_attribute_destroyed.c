// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// What says of which kind a mutex is has to be set up before it is used, zeros or not.
#include <pthread.h>

static pthread_mutex_t m;

int main(void)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_destroy(&a);
	pthread_mutex_init(&m, &a);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}
