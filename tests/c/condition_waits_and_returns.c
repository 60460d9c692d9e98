// title: A wait on the way out of a loop of waits is another one
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int state;
static int wait_twice(void)
{
	for (;;) {
		if (state == 1)
			return pthread_cond_wait(&c, &m);
		if (state == 2)
			return 1;
		pthread_cond_wait(&c, &m);
	}
}
static void *sets(void *unused)
{
	for (int n = 0; n < 2; n++) {
		pthread_mutex_lock(&m);
		state++;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, sets, NULL);
	int r = wait_twice();
	pthread_mutex_unlock(&m);
	assert(r);
	return 0;
}
