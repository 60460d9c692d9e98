// A lock that prefers writers keeps readers and writers apart, and who tries to read finds it busy where a writer waits.
// verdict: sc safe, tso safe, pso safe, rc11 safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int a, b, busy;

static void *writer(void *unused)
{
	pthread_rwlock_wrlock(&lock);
	a++;
	b++;
	pthread_rwlock_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;
	int kind;
	pthread_rwlockattr_t attributes;

	pthread_rwlockattr_init(&attributes);
	assert(!pthread_rwlockattr_getkind_np(&attributes, &kind) && kind == PTHREAD_RWLOCK_PREFER_READER_NP);
	assert(pthread_rwlockattr_setkind_np(&attributes, 3) == EINVAL);
	pthread_create(&thread, 0, writer, 0);
	pthread_rwlock_rdlock(&lock);
	assert(a == b);
	busy = pthread_rwlock_tryrdlock(&lock);
	assert(!busy || (busy == EBUSY && a == 0));
	if (!busy)
		pthread_rwlock_unlock(&lock);
	assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_wrlock(&lock);
	assert(a == b);
	pthread_rwlock_unlock(&lock);
	pthread_join(thread, 0);
	pthread_rwlock_destroy(&lock);
	return 0;
}
