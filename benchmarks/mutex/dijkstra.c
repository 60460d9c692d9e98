// title: Dijkstra's mutual exclusion
// origin: Dijkstra, "Solution of a problem in concurrent programming control" (CACM 8(9), 1965); licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 4 fences 4 pairs
// The two busy waits (Li3 to Li1, and Li4 to Li1) are written as loops of their own, without the repeated
// writes of an unchanged c[i]. b and c are true (1) for a thread that is outside.
// A thread that is sent back to Li1 TRIES times goes home without its section. With two threads and one section each
// that happens neither under SC nor under TSO; under PSO the writes to b may stay invisible while both threads overwrite k
// for ever, with or without the fences that exclusion needs. -DTRIES=0 takes the limit away.
#include <assert.h>
#include <pthread.h>
#ifdef INNOCENT
#include "../innocent/shared.h"
#endif

#ifndef SECTIONS
#define SECTIONS 1
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef TRIES
#define TRIES 3
#endif

volatile int b[4] = { 1, 1, 1, 1 };
volatile int c[4] = { 1, 1, 1, 1 };
volatile int k = 1;
volatile int counter;
int entered[4];

static void *thread1(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
		int seen, tries = 0;

		b[1] = 0;
again:
		if (TRIES && tries++ == TRIES)
			goto leave;
		if (k != 1) {
			c[1] = 1;
			do
				seen = k;
			while (seen != 1 && !b[seen]);
			if (seen != 1)
				k = 1;
			goto again;
		}
		c[1] = 0;
		for (int j = 1; j <= THREADS; j++) {
			if (j == 1)
				continue;
			while (!c[j])
				if (k != 1)
					goto again;
		}
		counter++;
		entered[1]++;
leave:
		c[1] = 1;
		b[1] = 1;
	}
	return NULL;
}

static void *thread2(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread2.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
		int seen, tries = 0;

		b[2] = 0;
again:
		if (TRIES && tries++ == TRIES)
			goto leave;
		if (k != 2) {
			c[2] = 1;
			do
				seen = k;
			while (seen != 2 && !b[seen]);
			if (seen != 2)
				k = 2;
			goto again;
		}
		c[2] = 0;
		for (int j = 1; j <= THREADS; j++) {
			if (j == 2)
				continue;
			while (!c[j])
				if (k != 2)
					goto again;
		}
		counter++;
		entered[2]++;
leave:
		c[2] = 1;
		b[2] = 1;
	}
	return NULL;
}

#if THREADS > 2
static void *thread3(void *arg)
{
	for (int n = 0; n < SECTIONS; n++) {
		int seen, tries = 0;

		b[3] = 0;
again:
		if (TRIES && tries++ == TRIES)
			goto leave;
		if (k != 3) {
			c[3] = 1;
			do
				seen = k;
			while (seen != 3 && !b[seen]);
			if (seen != 3)
				k = 3;
			goto again;
		}
		c[3] = 0;
		for (int j = 1; j <= THREADS; j++) {
			if (j == 3)
				continue;
			while (!c[j])
				if (k != 3)
					goto again;
		}
		counter++;
		entered[3]++;
leave:
		c[3] = 1;
		b[3] = 1;
	}
	return NULL;
}
#endif

int main(void)
{
	pthread_t t1, t2;
#if THREADS > 2
	pthread_t t3;
#endif

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
#if THREADS > 2
	pthread_create(&t3, NULL, thread3, NULL);
#endif
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
#if THREADS > 2
	pthread_join(t3, NULL);
#endif
	assert(counter == entered[1] + entered[2] + entered[3]);
#ifdef INNOCENT
	assert(sum1 + sum2 >= 0);
#endif
	return 0;
}
