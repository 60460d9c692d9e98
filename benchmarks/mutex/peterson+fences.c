// title: Peterson's mutual exclusion, fenced
// origin: Peterson, "Myths about the mutual exclusion problem" (Information Processing Letters 12(3), 1981); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#ifdef INNOCENT
#include "../innocent/shared.h"
#endif

#ifndef SECTIONS
#define SECTIONS 1
#endif

volatile int flag1, flag2, turn;
volatile int counter;

static void *thread1(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	for (int n = 0; n < SECTIONS; n++) {
		flag1 = 1;
		__sync_synchronize();
		turn = 2;
		__sync_synchronize();
		while (flag2 && turn == 2)
			;
		counter++;
		__sync_synchronize();
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
		__sync_synchronize();
		turn = 1;
		__sync_synchronize();
		while (flag1 && turn == 1)
			;
		counter++;
		__sync_synchronize();
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
