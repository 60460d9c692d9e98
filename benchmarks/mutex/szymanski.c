// title: Szymanski's mutual exclusion
// origin: Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait" (ICS 1988); licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 4 fences 4 pairs
// Flags: 0 outside, 1 wants in, 2 waits for the others to pass the door, 3 in the doorway, 4 inside.
#include <assert.h>
#include <pthread.h>
#ifdef INNOCENT
#include "../innocent/shared.h"
#endif

#ifndef SECTIONS
#define SECTIONS 1
#endif

volatile int flag1, flag2;
volatile int counter;

static void *thread1(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
		int other;

		flag1 = 1;
		while (flag2 >= 3)
			;
		flag1 = 3;
		if (flag2 == 1) {
			flag1 = 2;
			while (flag2 != 4)
				;
		}
		flag1 = 4;
		counter++;
		do
			other = flag2;
		while (other == 2 || other == 3);
		flag1 = 0;
	}
	return NULL;
}

static void *thread2(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread2.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
		flag2 = 1;
		while (flag1 >= 3)
			;
		flag2 = 3;
		if (flag1 == 1) {
			flag2 = 2;
			while (flag1 != 4)
				;
		}
		flag2 = 4;
		while (flag1 >= 2)
			;
		counter++;
		flag2 = 0;
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2 * SECTIONS);
#ifdef INNOCENT
	assert(sum1 + sum2 >= 0);
#endif
	return 0;
}
