// verdict: rc11 violation, arm8 safe, riscv safe, power safe, arm7 safe, imm safe, weak safe, cortex-a9 safe, nofence violation
// What a release heads goes on in the plain store behind an update that continues it: so in IMM, and not in C11.
// The second form of result R2 in the tests of Dat3M for its model of IMM; the verdict is that of the paper.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

static void *thread0(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_release);
	return unused;
}

static void *thread1(void *unused)
{
	atomic_thread_fence(memory_order_release);
	a = atomic_fetch_add_explicit(&x, 1, memory_order_acquire);
	atomic_store_explicit(&x, 3, memory_order_relaxed);
	return unused;
}

static void *thread2(void *unused)
{
	b = atomic_load_explicit(&x, memory_order_acquire);
	c = atomic_load_explicit(&y, memory_order_relaxed);
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
	assert(!(a == 1 && b == 3 && c == 0));
	return 0;
}
