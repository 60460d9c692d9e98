// verdict: rc11 safe, arm8 violation, riscv violation, power violation, arm7 violation, imm violation
// The store needs one of two reads. Where the first suffices nobody waits for the second.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z = 1;
int a, b;

static void *thread0(void *unused)
{
	int first = atomic_load_explicit(&z, memory_order_relaxed);
	int second = atomic_load_explicit(&x, memory_order_relaxed);
	a = second;
	if (first || second)
		atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *thread1(void *unused)
{
	b = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, b, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	atomic_store_explicit(&z, 0, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1, t2;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_create(&t2, 0, thread2, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(!(a == 1 && b == 1));
	return 0;
}
