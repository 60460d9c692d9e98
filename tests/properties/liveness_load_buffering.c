// title: the first thread waits for ever only if each of two others has read what the other writes behind its read
// origin: written for this repository; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 violation, riscv violation, power violation, imm violation
// property: thread waits in a loop for good
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, both;

static void *left(void *unused)
{
	int seen = atomic_load_explicit(&x, memory_order_relaxed);

	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_fetch_add(&both, seen);
	return unused;
}

static void *right(void *unused)
{
	int seen = atomic_load_explicit(&y, memory_order_relaxed);

	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_fetch_add(&both, seen);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	while (atomic_load(&both) == 2)
		;
	return 0;
}
