// The threads of a lock: `enter` and `leave` are the lock's; between them each adds one to a counter.
#ifndef LOCK_H
#define LOCK_H

#include "run.h"

static void enter(int me);
static void leave(int me);

int counter;

static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		enter(me);
		counter++;
		leave(me);
	}
}

#define COUNTED (counter == THREADS * OPS)

#endif
