// title: unprotected counter
// origin: the textbook lost update; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// repair: none
#include <assert.h>
#include <pthread.h>

volatile int counter;

static void *worker(void *arg)
{
	counter++;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2);
	return 0;
}
