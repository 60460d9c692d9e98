// title: a thread that waits on a condition variable counts how often it was woken, and what it counted is the value of a statement
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;
static void *f(void *x)
{
	int n = 0, rounds;
	pthread_mutex_lock(&m);
	while (!go) {
		pthread_cond_wait(&c, &m);
		n++;
	}
	rounds = ({ n++; });
	pthread_mutex_unlock(&m);
	assert(rounds < 2);
	return x;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	pthread_mutex_lock(&m);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	go = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	return 0;
}
