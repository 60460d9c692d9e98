// title: two reader-writer locks, taken in opposite orders by a reader and a writer
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

static pthread_rwlock_t one = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&one);
	pthread_rwlock_rdlock(&other);
	pthread_rwlock_unlock(&other);
	pthread_rwlock_unlock(&one);
	return arg;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, 0, reader, 0);
	pthread_rwlock_wrlock(&other);
	pthread_rwlock_wrlock(&one);
	pthread_rwlock_unlock(&one);
	pthread_rwlock_unlock(&other);
	pthread_join(thread, 0);
	return 0;
}
