// title: Concurrency Kit, CLH spinlock
// origin: libck-dev 0.7.1, ck_spinlock_clh; harness licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// options: -DCK_USE_CC_BUILTINS=1 -DCK_MD_PSO=1
#include <assert.h>
#include <pthread.h>

#include "nofence.h"
#include <ck_spinlock.h>

#ifndef SECTIONS
#define SECTIONS 1
#endif

ck_spinlock_clh_t *queue;
ck_spinlock_clh_t unowned, nodes[2];
int counter;

static void *worker(void *arg)
{
	/* Unlocking hands the predecessor's node over for the next round. */
	ck_spinlock_clh_t *node = arg;

	for (int n = 0; n < SECTIONS; n++) {
		ck_spinlock_clh_lock(&queue, node);
		counter++;
		ck_spinlock_clh_unlock(&node);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	ck_spinlock_clh_init(&queue, &unowned);
	pthread_create(&t1, NULL, worker, &nodes[0]);
	pthread_create(&t2, NULL, worker, &nodes[1]);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
	return 0;
}
