// verdict: sc violation, tso violation, pso violation
// property: assertion
// What was seen before the wait is asked for behind it: only in the second round it is one.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int steps;

static void *moves(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&mutex);
		steps++;
		pthread_cond_signal(&changed);
		pthread_mutex_unlock(&mutex);
	}
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_mutex_lock(&mutex);
	pthread_create(&thread, 0, moves, 0);
	while (steps < 2) {
		int before;

		before = steps;
		pthread_cond_wait(&changed, &mutex);
		assert(before != 1);
	}
	pthread_mutex_unlock(&mutex);
	pthread_join(thread, 0);
	return 0;
}
