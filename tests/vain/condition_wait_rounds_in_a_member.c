// title: What counts the rounds is set before the loop and read when it is over
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

struct rounds {
	long first, all;
};

static void counts(struct rounds *rounds)
{
	rounds->all++;
}

static void *sets(void *arg)
{
	pthread_mutex_lock(&mutex);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct rounds rounds = { 0, 0 };

	pthread_mutex_lock(&mutex);
	pthread_create(&thread, 0, sets, 0);
	while (!ready) {
		counts(&rounds);
		pthread_cond_wait(&changed, &mutex);
	}
	pthread_mutex_unlock(&mutex);
	assert(rounds.all < 3);
	pthread_join(thread, 0);
	return 0;
}
