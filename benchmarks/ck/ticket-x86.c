// title: Concurrency Kit, ticket spinlock, x86 form
// origin: libck-dev 0.7.1, ck_spinlock_ticket; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
// Both counters share a 32-bit word: the lock is taken by a 32-bit RMW and released by a 16-bit one.
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#ifndef __x86_64__
#define __x86_64__ 1
#endif
#include <ck_spinlock.h>

#ifndef SECTIONS
#define SECTIONS 1
#endif

ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
int counter;

static void *worker(void *arg)
{
	for (int n = 0; n < SECTIONS; n++) {
		ck_spinlock_ticket_lock(&lock);
		counter++;
		ck_spinlock_ticket_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
	return 0;
}
