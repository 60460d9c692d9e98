// title: parking and waking a thread, relaxed everywhere
// origin: the wake-up side of a futex-based lock or event count in C11 atomics (store buffering in real code); licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
// A sleeper announces itself and looks once more for work; the other side adds work and looks for sleepers. If
// each misses the other, the sleeper sleeps for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_int work, sleepers;
bool asleep, woken;

static void *consumer(void *arg)
{
	atomic_store_explicit(&sleepers, 1, memory_order_relaxed);
	if (atomic_load_explicit(&work, memory_order_relaxed) == 0)
		asleep = true;
	else
		atomic_store_explicit(&sleepers, 0, memory_order_relaxed);
	return NULL;
}

static void *producer(void *arg)
{
	atomic_store_explicit(&work, 1, memory_order_relaxed);
	if (atomic_load_explicit(&sleepers, memory_order_relaxed) > 0)
		woken = true;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, consumer, NULL);
	pthread_create(&t2, NULL, producer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!asleep || woken);
	return 0;
}
