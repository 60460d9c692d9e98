// title: Lamport's fast mutual exclusion
// origin: Lamport, "A fast mutual exclusion algorithm" (ACM TOCS 5(1), 1987), algorithm 2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 4 fences 4 pairs, pso 6 fences 10 pairs
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

volatile int x, y;
volatile int b[THREADS + 1];
volatile int counter;

static void *thread1(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
start:
		b[1] = 1;
		x = 1;
		if (y != 0) {
			b[1] = 0;
			while (y != 0)
				;
			goto start;
		}
		y = 1;
		if (x != 1) {
			b[1] = 0;
			for (int j = 1; j <= THREADS; j++)
				while (b[j])
					;
			if (y != 1) {
				while (y != 0)
					;
				goto start;
			}
		}
		counter++;
		y = 0;
		b[1] = 0;
	}
	return NULL;
}

static void *thread2(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread2.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
start:
		b[2] = 1;
		x = 2;
		if (y != 0) {
			b[2] = 0;
			while (y != 0)
				;
			goto start;
		}
		y = 2;
		if (x != 2) {
			b[2] = 0;
			for (int j = 1; j <= THREADS; j++)
				while (b[j])
					;
			if (y != 2) {
				while (y != 0)
					;
				goto start;
			}
		}
		counter++;
		y = 0;
		b[2] = 0;
	}
	return NULL;
}

#if THREADS > 2
static void *thread3(void *arg)
{
	for (int n = 0; n < SECTIONS; n++) {
start:
		b[3] = 1;
		x = 3;
		if (y != 0) {
			b[3] = 0;
			while (y != 0)
				;
			goto start;
		}
		y = 3;
		if (x != 3) {
			b[3] = 0;
			for (int j = 1; j <= THREADS; j++)
				while (b[j])
					;
			if (y != 3) {
				while (y != 0)
					;
				goto start;
			}
		}
		counter++;
		y = 0;
		b[3] = 0;
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
	assert(counter == THREADS * SECTIONS);
#ifdef INNOCENT
	assert(sum1 + sum2 >= 0);
#endif
	return 0;
}
