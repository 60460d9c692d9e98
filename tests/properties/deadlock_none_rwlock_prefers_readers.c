// title: the same with a lock of the kind that prefers writers in name only, as glibc has it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc safe, tso safe, pso safe, rc11 safe
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;

static void *writer(void *unused)
{
	pthread_rwlock_wrlock(&lock);
	pthread_rwlock_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t thread;
	pthread_rwlockattr_t attributes;

	pthread_rwlockattr_init(&attributes);
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP);
	pthread_rwlock_init(&lock, &attributes);
	pthread_create(&thread, 0, writer, 0);
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_rdlock(&lock);
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_unlock(&lock);
	pthread_join(thread, 0);
	return 0;
}
