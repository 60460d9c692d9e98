// verdict: rc11 violation, arm8 violation, riscv violation, power violation, arm7 violation, imm violation
// The address of the last read is a value that came another way, so that it does not depend on the read of x.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y = 1, z = 2, v[3];
int a, b, c;

static void *writer(void *unused)
{
	atomic_store_explicit(&v[2], 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

static void *other(void *unused)
{
	atomic_store_explicit(&y, 0, memory_order_relaxed);
	return unused;
}

static void *reader(void *unused)
{
	a = atomic_load_explicit(&x, memory_order_relaxed);
	if (atomic_load_explicit(&y, memory_order_relaxed))
		b = atomic_load_explicit(&z, memory_order_relaxed);
	else
		b = a;
	c = atomic_load_explicit(&v[b], memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t0, t1, t2;
	pthread_create(&t0, 0, writer, 0);
	pthread_create(&t1, 0, other, 0);
	pthread_create(&t2, 0, reader, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(!(a == 1 && b == 2 && c == 0));
	return 0;
}
