// A sequentially consistent load waits for no relaxed store before it: it is a load on x86, and ldar on ARM.
// verdict: rc11 violation, arm8 violation, riscv safe, power safe, arm7 violation, imm violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

static void *other(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	r2 = atomic_load_explicit(&x, memory_order_seq_cst);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	r1 = atomic_load_explicit(&y, memory_order_seq_cst);
	pthread_join(t, 0);
	assert(!(r1 == 0 && r2 == 0));
	return 0;
}
