// fewest: rc11 2 cost 7, arm8 2 cost 7, riscv 2 cost 9, power 2 cost 9, lkmm 2 cost 8
// Orders that a macro has twice are left as they are; those that are macros of macros are not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define WEAK RELAXED
#define LOAD(x, order) ((order), atomic_load_explicit(&x, order))

atomic_int x, y;
int a, b;

static void *thread0(void *unused)
{
	atomic_store_explicit(&x, 1, WEAK);
	atomic_store_explicit(&y, 1, WEAK);
	return unused;
}

static void *thread1(void *unused)
{
	a = LOAD(y, memory_order_relaxed);
	b = atomic_load_explicit(&x, WEAK);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, thread0, 0);
	pthread_create(&t1, 0, thread1, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && b == 0));
	return 0;
}
