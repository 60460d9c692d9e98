// The threads of a queue or a stack: `put` and `take` are the container's, `take` gives 0 where there is nothing. Nothing is lost,
// and nothing is taken twice.
#ifndef CONTAINER_H
#define CONTAINER_H

#include "run.h"

static void put(int me, int n, int value);
static int take(int me);

int balance[THREADS];

static void work(int me)
{
	for (int n = 0; n < OPS; n++) {
		if (PUTS(me, n)) {
			put(me, n, VALUE(me, n));
			balance[me] += VALUE(me, n);
		} else {
			balance[me] -= take(me);
		}
	}
}

/* What is in the container when the threads are done. */
static int rest(void)
{
	int sum = 0, value;

	while ((value = take(0)))
		sum += value;
	return sum;
}

static int balanced(void)
{
	int sum = 0;

	for (int me = 0; me < THREADS; me++)
		sum += balance[me];
	return sum == rest();
}

#endif
