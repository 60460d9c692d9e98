// verdict: rc11 safe, arm8 safe, riscv violation, power violation, arm7 safe, imm violation, weak safe, cortex-a9 safe, nofence safe
// A barrier for stores does not keep a read in front of a write, as a release fence does. RC11 has no load buffering. Under
// ARMv7 and ARMv8 what was read is written to memory in front of the barrier, which the write behind it waits for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int left, right;

static void *one(void *arg)
{
	left = atomic_load_explicit(&x, memory_order_relaxed);
	__asm__ volatile("dmb ishst" ::: "memory");
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return NULL;
}

static void *two(void *arg)
{
	right = atomic_load_explicit(&y, memory_order_relaxed);
	__asm__ volatile("dmb ishst" ::: "memory");
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, one, NULL);
	pthread_create(&t2, NULL, two, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(left == 1 && right == 1));
	return 0;
}
