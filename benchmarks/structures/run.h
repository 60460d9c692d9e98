// What the programs of this folder have in common: THREADS threads call `work` with their numbers, for OPS operations each.
#ifndef RUN_H
#define RUN_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPS
#define OPS 1
#endif

/* With -DWEAK the one order that is written so is too weak. */
#ifdef WEAK
#define WEAKENED(order) memory_order_relaxed
#else
#define WEAKENED(order) order
#endif

/* Operation n of a thread puts something in, or takes something out. What it puts is a bit of its own. */
#define PUTS(me, n) (((me) + (n)) % 2 == 0)
#define VALUE(me, n) (1 << ((me) * OPS + (n)))

static void work(int me);

static void *start(void *number)
{
	work((int)(intptr_t)number);
	return NULL;
}

static void run(void)
{
	pthread_t thread[THREADS];

	for (int me = 0; me < THREADS; me++)
		pthread_create(&thread[me], NULL, start, (void *)(intptr_t)me);
	for (int me = 0; me < THREADS; me++)
		pthread_join(thread[me], NULL);
}

#endif
