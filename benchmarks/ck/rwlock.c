// title: Concurrency Kit, readers-writer lock
// origin: libck-dev 0.7.1, ck_rwlock; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_rwlock.h>

ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
int left, right;

static void *writer(void *arg)
{
	ck_rwlock_write_lock(&lock);
	left = 1;
	right = 1;
	ck_rwlock_write_unlock(&lock);
	return NULL;
}

static void *reader(void *arg)
{
	int l, r;

	ck_rwlock_read_lock(&lock);
	l = left;
	r = right;
	ck_rwlock_read_unlock(&lock);
	assert(l == r);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
