// verdict: rc11 violation, imm violation, riscv violation
// A compare-and-exchange that acquires and releases is a pair of instructions on RISC-V: the write before it may be late
// until the second, and the read behind it comes after the first only.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int a, b;

void *first(void *p)
{
	int expected = 0;
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_compare_exchange_strong_explicit(&z, &expected, 1, memory_order_acq_rel, memory_order_acquire);
	a = atomic_load_explicit(&y, memory_order_relaxed);
	return p;
}

void *second(void *p)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	b = atomic_load_explicit(&x, memory_order_relaxed);
	return p;
}

int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, first, 0);
	pthread_create(&t, 0, second, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	assert(a || b);
	return 0;
}
