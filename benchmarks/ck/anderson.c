// title: Concurrency Kit, Anderson spinlock
// origin: libck-dev 0.7.1, ck_spinlock_anderson; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_spinlock.h>

#ifndef SECTIONS
#define SECTIONS 1
#endif

ck_spinlock_anderson_t lock;
ck_spinlock_anderson_thread_t slots[2];
int counter;

static void *worker(void *arg)
{
	ck_spinlock_anderson_thread_t *slot;

	for (int n = 0; n < SECTIONS; n++) {
		ck_spinlock_anderson_lock(&lock, &slot);
		counter++;
		ck_spinlock_anderson_unlock(&lock, slot);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	ck_spinlock_anderson_init(&lock, slots, 2);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
	return 0;
}
