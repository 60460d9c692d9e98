// title: the reader-writer lock of Linux, each thread with one section
// origin: the algorithm of arch/x86/include/asm/spinlock.h, Linux 2.6; the first numbers with two writers and two readers are those of GenMC 0.11; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe, rc11 safe
// count: 1 1 sc 2/2 6/2
// count: 1 1 tso 2/2 6/2
// count: 1 1 pso 2/2 6/2
// count: 2 1 sc 6/18 582/456
// count: 1 2 sc 14/20 662/226
// count: 2 2 sc 48/188
// count: 2 2 tso 48/188
// count: 2 2 pso 48/188
// count: 1 1 rc11 2/2 6/2
// count: 2 2 rc11 48/188
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITERS
#define WRITERS 1
#endif
#ifndef READERS
#define READERS 1
#endif
#define BIAS 0x00100000

atomic_int lock = BIAS;
int data;

static void *reader(void *arg)
{
	int prior = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);
	while (prior <= 0) {
		atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
			;
		prior = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);
	}
	int found = data;
	atomic_fetch_add_explicit(&lock, 1, memory_order_release);
	return NULL;
}

static void *writer(void *arg)
{
	int prior = atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire);
	while (prior != BIAS) {
		atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
		while (atomic_load_explicit(&lock, memory_order_relaxed) != BIAS)
			;
		prior = atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire);
	}
	data = 42;
	atomic_fetch_add_explicit(&lock, BIAS, memory_order_release);
	return NULL;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < WRITERS; i++)
		pthread_create(&t, NULL, writer, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_create(&t, NULL, reader, NULL);
	return 0;
}
