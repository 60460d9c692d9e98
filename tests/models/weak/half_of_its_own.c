// verdict: arm8 violation, riscv violation, weak violation
// A load finds one of its halves in a store of its own thread that waits, and the other one before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

union {
	_Atomic uint64_t whole;
	_Atomic uint32_t half[2];
} x;
atomic_int y;

static void *writer(void *unused)
{
	atomic_store_explicit(&x.half[1], 2, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_store_explicit(&x.half[0], 7, memory_order_relaxed);
	return unused;
}

static void *reader(void *unused)
{
	int seen = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x.half[0], seen, memory_order_relaxed);
	uint64_t found = atomic_load_explicit(&x.whole, memory_order_relaxed);
	assert(!(seen == 1 && found == 1));
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, writer, 0);
	pthread_create(&t2, 0, reader, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	return 0;
}
