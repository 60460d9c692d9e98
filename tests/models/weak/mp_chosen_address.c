// verdict: rc11 violation, arm8 violation, riscv violation, power violation, arm7 violation, imm violation
// A branch has chosen the address of the last read, which need not wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, v[3];
int a, c;

static void *writer(void *unused)
{
	atomic_store_explicit(&v[2], 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

static void *reader(void *unused)
{
	int i = 1;
	a = atomic_load_explicit(&x, memory_order_relaxed);
	if (a)
		i = 2;
	c = atomic_load_explicit(&v[i], memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;
	pthread_create(&t0, 0, writer, 0);
	pthread_create(&t1, 0, reader, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	assert(!(a == 1 && c == 0));
	return 0;
}
