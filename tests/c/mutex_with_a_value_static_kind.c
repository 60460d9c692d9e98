// verdict: sc violation, tso violation, pso violation
// property: mutex misused
// What the header's initialisers leave zero has a value, or there is no such kind.
#include <pthread.h>

static pthread_mutex_t m = { { 0, 0, 0, 0, 9 } };

int main(void)
{
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return 0;
}
