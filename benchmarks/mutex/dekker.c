// title: Dekker's mutual exclusion
// origin: Th. J. Dekker's solution as told in Dijkstra, "Cooperating sequential processes" (EWD 123, 1965), section 2.1; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 4 fences 4 pairs
// The inner do loop is L1 of the report: it spins while the other wants in and it is one's own turn.
#include <assert.h>
#include <pthread.h>
#ifdef INNOCENT
#include "../innocent/shared.h"
#endif

#ifndef SECTIONS
#define SECTIONS 1
#endif

volatile int flag1, flag2, turn = 1;
volatile int counter;

static void *thread1(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
		for (;;) {
			int other;

			flag1 = 1;
			do
				other = flag2;
			while (other && turn == 1);
			if (!other)
				break;
			flag1 = 0;
			while (turn == 2)
				;
		}
		counter++;
		turn = 2;
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
		for (;;) {
			int other;

			flag2 = 1;
			do
				other = flag1;
			while (other && turn == 2);
			if (!other)
				break;
			flag2 = 0;
			while (turn == 1)
				;
		}
		counter++;
		turn = 1;
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
