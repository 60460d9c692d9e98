// verdict: rc11 safe, arm8 violation, riscv violation, power violation, arm7 violation, imm violation, weak safe, cortex-a9 safe, nofence safe
// What is stored comes out the same whatever was read: compilers store the constant, and nothing is left that depends on the read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	int r = atomic_load_explicit(&x, memory_order_relaxed);
	a = r;
	atomic_store_explicit(&y, (((r + 1) - r) | (r & ~r)) * ((r == 0) | (r != 0)), memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_acquire);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 1));
	return 0;
}
