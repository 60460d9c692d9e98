// verdict: sc safe, tso safe, pso safe, rc11 safe
// Mutexes initialised by the members that glibc's have, among other things and in a function.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

struct shared {
	char name;
	pthread_mutex_t locks[2];
	int data;
};

static pthread_mutex_t checks = { { 0, 0, 0, 0, 2 } };
static pthread_mutex_t again = { .__data = { .__kind = PTHREAD_MUTEX_RECURSIVE_NP } };
static pthread_mutex_t bytes = { .__size = { [16] = PTHREAD_MUTEX_ERRORCHECK } };
static struct shared all = { 'a', { PTHREAD_MUTEX_INITIALIZER, { { 0, 0, 0, 0, 1, 0, 0, { 0, 0 } } } }, 3 };

static void *run(void *unused)
{
	pthread_mutex_lock(&all.locks[0]);
	all.data++;
	pthread_mutex_unlock(&all.locks[0]);
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_mutex_t own = { { 0, 0, 0, 0, PTHREAD_MUTEX_ERRORCHECK } };

	assert(sizeof own == 40 && sizeof own.__data == 40);
	pthread_create(&t, 0, run, 0);
	run(0);
	pthread_mutex_lock(&checks);
	assert(pthread_mutex_lock(&checks) == EDEADLK);
	pthread_mutex_lock(&bytes);
	assert(pthread_mutex_lock(&bytes) == EDEADLK);
	pthread_mutex_lock(&own);
	assert(pthread_mutex_lock(&own) == EDEADLK);
	pthread_mutex_lock(&again);
	assert(pthread_mutex_lock(&again) == 0);
	pthread_mutex_lock(&all.locks[1]);
	assert(pthread_mutex_lock(&all.locks[1]) == 0);
	pthread_join(t, 0);
	assert(all.data == 5 && all.name == 'a');
	return 0;
}
