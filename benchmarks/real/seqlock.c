// title: sequence lock, relaxed everywhere
// origin: the Linux kernel's seqlock in C11 atomics; Boehm, "Can seqlocks get along with programming language memory models?" (MSPC 2012); licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 2 fences 3 pairs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITES
#define WRITES 1
#endif

atomic_uint sequence;
atomic_int left, right;

static void update(int value)
{
	unsigned s = atomic_load_explicit(&sequence, memory_order_relaxed);

	atomic_store_explicit(&sequence, s + 1, memory_order_relaxed);
	atomic_store_explicit(&left, value, memory_order_relaxed);
	atomic_store_explicit(&right, value, memory_order_relaxed);
	atomic_store_explicit(&sequence, s + 2, memory_order_relaxed);
}

static void *writer(void *arg)
{
	for (int n = 1; n <= WRITES; n++)
		update(n);
	return NULL;
}

static void *reader(void *arg)
{
	unsigned before, after;
	int l, r;

	do {
		before = atomic_load_explicit(&sequence, memory_order_relaxed);
		l = atomic_load_explicit(&left, memory_order_relaxed);
		r = atomic_load_explicit(&right, memory_order_relaxed);
		after = atomic_load_explicit(&sequence, memory_order_relaxed);
	} while (before != after || before % 2);
	assert(l == r);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
