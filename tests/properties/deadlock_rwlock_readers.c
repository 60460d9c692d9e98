// title: readers in opposite orders do not keep each other out, and the writer comes with one lock at a time
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso safe, pso safe
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

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(&one);
	pthread_rwlock_unlock(&one);
	pthread_rwlock_wrlock(&other);
	pthread_rwlock_unlock(&other);
	return arg;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], 0, reader, 0);
	pthread_create(&threads[1], 0, writer, 0);
	pthread_rwlock_rdlock(&other);
	pthread_rwlock_rdlock(&one);
	pthread_rwlock_unlock(&one);
	pthread_rwlock_unlock(&other);
	pthread_join(threads[0], 0);
	pthread_join(threads[1], 0);
	return 0;
}
