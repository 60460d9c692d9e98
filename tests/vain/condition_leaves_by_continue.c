// title: A statement in an expression on the way out of a loop of waits goes on with it
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int p, q, n;

void *w(void *a)
{
	int l = 0;
	pthread_mutex_lock(&m);
	while (!p) {
		pthread_cond_wait(&c, &m);
		if (!p) {
			({
				n++;
				continue;
				0;
			});
			break;
		}
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	pthread_mutex_lock(&m);
	q = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	p = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	assert(n < 2);
	return 0;
}
