// title: What a thread waits for counts how often it was asked, in the function of another unit that has a namesake by number here
// origin: written for this project; licence: MIT OR Apache-2.0
// options: tests/c/units/predicate_counts.part
// verdict: sc violation, tso violation, pso violation, rc11 violation
#include <assert.h>
#include <pthread.h>
int ready(void);
#include "predicate_counts.h"
static int rounds(void)
{
	return 2;
}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *wakes(void *unused)
{
	for (int n = 0; n < rounds(); n++) {
		pthread_mutex_lock(&m);
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
	}
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, wakes, NULL);
	while (!ready())
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	assert(0);
	return 0;
}
