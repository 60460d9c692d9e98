// title: Concurrency Kit, MCS spinlock
// origin: libck-dev 0.7.1, ck_spinlock_mcs; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_spinlock.h>

#ifndef SECTIONS
#define SECTIONS 1
#endif

ck_spinlock_mcs_t queue = CK_SPINLOCK_MCS_INITIALIZER;
ck_spinlock_mcs_context_t nodes[2];
int counter;

static void *worker(void *arg)
{
	ck_spinlock_mcs_context_t *node = arg;

	for (int n = 0; n < SECTIONS; n++) {
		ck_spinlock_mcs_lock(&queue, node);
		counter++;
		ck_spinlock_mcs_unlock(&queue, node);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, &nodes[0]);
	pthread_create(&t2, NULL, worker, &nodes[1]);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
	return 0;
}
