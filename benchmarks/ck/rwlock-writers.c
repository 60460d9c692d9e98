// title: Concurrency Kit, readers-writer lock, two writers
// origin: libck-dev 0.7.1, ck_rwlock; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_rwlock.h>

ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
int counter;

static void *worker(void *arg)
{
	ck_rwlock_write_lock(&lock);
	counter++;
	ck_rwlock_write_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2);
	return 0;
}
