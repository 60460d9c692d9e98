// fewest: rc11 1 cost 3, arm8 1 cost 3, lkmm 1 cost 5
// The file includes itself, as templates do: two functions have one text, of which one must release and the other acquire. What is
// written there is written in both.
#ifndef SWAP
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int flag;

#define SWAP swap_of_sender
#include "one_text_two_functions.c"
#undef SWAP
#define SWAP swap_of_receiver
#include "one_text_two_functions.c"

static void *thread0(void *unused)
{
	data = 42;
	swap_of_sender(&flag, 1);
	return unused;
}

static void *thread1(void *unused)
{
	if (swap_of_receiver(&flag, 2) == 1)
		assert(data == 42);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	return 0;
}
#else
static int SWAP(atomic_int *object, int value)
{
	return atomic_exchange_explicit(object, value, memory_order_relaxed);
}
#endif
