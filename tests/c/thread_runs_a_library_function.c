// A thread that begins in a function of the library: it finds the mutex taken.
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
	pthread_t t;
	void *r;
	pthread_mutex_lock(&m);
	pthread_create(&t, 0, (void *(*)(void *))pthread_mutex_trylock, &m);
	pthread_join(t, &r);
	assert((int)(long)r == 0);
	return 0;
}
