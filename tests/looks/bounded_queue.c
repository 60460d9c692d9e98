// title: A bounded queue with two counters in one word, two producers and two consumers
// origin: the algorithm of "mpmc-queue" of CDSChecker's benchmarks; the number of complete executions is that of GenMC 0.11 on its version, with failures assumed away; licence: MIT OR Apache-2.0
// count: sc 284/837
// count: tso 284/837
// count: pso 284/837
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SLOTS 4u

int slot[SLOTS];
/* How many reads (in the upper half) and writes have begun. */
atomic_uint begun;
atomic_uint read_done, written;

static int *to_read(void)
{
	unsigned both = atomic_load_explicit(&begun, memory_order_acquire), reads, writes;

	for (;;) {
		reads = both >> 16;
		writes = both & 0xffff;
		if (reads == writes)
			return NULL;
		if (atomic_compare_exchange_weak_explicit(&begun, &both, both + (1u << 16), memory_order_acq_rel,
							  memory_order_acq_rel))
			break;
	}
	while ((atomic_load_explicit(&written, memory_order_acquire) & 0xffff) != writes)
		;
	return &slot[reads % SLOTS];
}

static int *to_write(void)
{
	unsigned both = atomic_load_explicit(&begun, memory_order_acquire), reads, writes;

	for (;;) {
		reads = both >> 16;
		writes = both & 0xffff;
		if (writes == ((reads + SLOTS) & 0xffff))
			return NULL;
		if (atomic_compare_exchange_weak_explicit(&begun, &both, (reads << 16) | ((writes + 1) & 0xffff),
							  memory_order_acq_rel, memory_order_acq_rel))
			break;
	}
	while ((atomic_load_explicit(&read_done, memory_order_acquire) & 0xffff) != reads)
		;
	return &slot[writes % SLOTS];
}

static void *producer(void *arg)
{
	*to_write() = 1;
	atomic_fetch_add_explicit(&written, 1, memory_order_release);
	return arg;
}

static void *consumer(void *arg)
{
	while (to_read())
		atomic_fetch_add_explicit(&read_done, 1, memory_order_release);
	return arg;
}

int main(void)
{
	pthread_t producers[2], consumers[2];

	*to_write() = 17;
	atomic_fetch_add_explicit(&written, 1, memory_order_release);
	for (int i = 0; i < 2; i++)
		pthread_create(&producers[i], NULL, producer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&consumers[i], NULL, consumer, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(producers[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(consumers[i], NULL);
	return 0;
}
