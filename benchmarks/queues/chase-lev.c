// title: Chase-Lev work-stealing deque
// origin: Chase, Lev, "Dynamic circular work-stealing deque" (SPAA 2005), without the growing of the array; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 2 fences 2 pairs
// The owner pushes and takes at the bottom, the thief steals at the top. Items are powers of 16, so that their sum
// shows each item lost or taken twice.
#include <assert.h>
#include <pthread.h>
#ifdef INNOCENT
#include "../innocent/shared.h"
#endif

#ifndef STEALS
#define STEALS 2
#endif
#define SIZE 4
#define EMPTY 0

volatile int top, bottom;
volatile int items[SIZE];
int owner_sum, thief_sum;

static void push(int item)
{
	int b = bottom;

	items[b % SIZE] = item;
	bottom = b + 1;
}

static int take(void)
{
	int b = bottom - 1;
	int t, item;

	bottom = b;
	t = top;
	if (t > b) {
		bottom = b + 1;
		return EMPTY;
	}
	item = items[b % SIZE];
	if (t == b) {
		/* The last item: the thief may be after it. */
		if (!__sync_bool_compare_and_swap(&top, t, t + 1))
			item = EMPTY;
		bottom = b + 1;
	}
	return item;
}

static int steal(void)
{
	int t = top;
	int b = bottom;
	int item;

	if (t >= b)
		return EMPTY;
	item = items[t % SIZE];
	if (!__sync_bool_compare_and_swap(&top, t, t + 1))
		return EMPTY;
	return item;
}

static void *owner(void *arg)
{
#ifdef INNOCENT
#include "../innocent/thread1.h"
#endif
	int sum = 0;

	push(1);
	push(16);
	sum += take();
	sum += take();
	owner_sum = sum;
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

	pthread_create(&t1, NULL, owner, NULL);
	pthread_create(&t2, NULL, thief, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(owner_sum + thief_sum == 1 + 16);
#ifdef INNOCENT
	assert(sum1 + sum2 >= 0);
#endif
	return 0;
}
