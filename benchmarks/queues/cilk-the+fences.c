// title: Cilk's THE protocol, fenced
// origin: Frigo, Leiserson, Randall, "The implementation of the Cilk-5 multithreaded language" (PLDI 1998), section 5; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// The worker pushes and pops at the tail, the thief steals at the head under a lock; the worker takes the lock only
// when both may be after the same item. Items are powers of 16, so that their sum shows each one lost or taken twice.
#include <assert.h>
#include <pthread.h>
#ifdef INNOCENT
#include "../innocent/shared.h"
#endif

#ifndef STEALS
#define STEALS 1
#endif
#define SIZE 4
#define NOTHING 0

volatile int head, tail;
volatile int items[SIZE];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int worker_sum, thief_sum;

static void push(int item)
{
	items[tail] = item;
	__sync_synchronize();
	tail++;
}

static int pop(void)
{
	tail--;
	__sync_synchronize();
	if (head > tail) {
		tail++;
		pthread_mutex_lock(&lock);
		tail--;
		if (head > tail) {
			tail++;
			pthread_mutex_unlock(&lock);
			return NOTHING;
		}
		pthread_mutex_unlock(&lock);
	}
	return items[tail];
}

static int steal(void)
{
	int item;

	pthread_mutex_lock(&lock);
	head++;
	__sync_synchronize();
	if (head > tail) {
		head--;
		pthread_mutex_unlock(&lock);
		return NOTHING;
	}
	item = items[head - 1];
	pthread_mutex_unlock(&lock);
	return item;
}

static void *worker(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	int sum = 0;

	push(1);
	push(16);
	sum += pop();
	sum += pop();
	worker_sum = sum;
	return NULL;
}

static void *thief(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread2.h"
#endif
	int sum = 0;

	for (int n = 0; n < STEALS; n++)
		sum += steal();
	thief_sum = sum;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, thief, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(worker_sum + thief_sum == 1 + 16);
#ifdef INNOCENT
	assert(sum1 + sum2 >= 0);
#endif
	return 0;
}
