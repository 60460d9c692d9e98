// title: the same with a lock that stands there as one that prefers writers
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, rc11 violation
// property: deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void *writer(void *unused)
{
	pthread_rwlock_wrlock(&lock);
	pthread_rwlock_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, writer, 0);
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_unlock(&lock);
	pthread_join(thread, 0);
	return 0;
}
