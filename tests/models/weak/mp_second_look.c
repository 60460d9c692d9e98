// verdict: rc11 violation, arm8 violation, riscv violation, power violation, arm7 violation, imm violation
// Only the first look at y depends on the read of x. The second one may be early, if it finds what the first one found, and so
// may the read whose address it is: a round of the loop that changes nothing makes a difference.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y[2], z = 1, v[3];
int a, b, c;

static void *writer(void *unused)
{
	atomic_store_explicit(&v[2], 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

static void *other(void *which)
{
	if (which)
		atomic_store_explicit(&y[1], 2, memory_order_relaxed);
	else
		atomic_store_explicit(&z, 0, memory_order_relaxed);
	return 0;
}

static void *reader(void *unused)
{
	int e = atomic_load_explicit(&x, memory_order_relaxed), now = 0, before = 0;
	a = e;
	do {
		before = now;
		now = atomic_load_explicit(&y[e], memory_order_relaxed);
		e = atomic_load_explicit(&z, memory_order_relaxed);
	} while (e);
	c = atomic_load_explicit(&v[before], memory_order_relaxed);
	b = before;
	return unused;
}

int main(void)
{
	pthread_t t0, t1, t2, t3;
	pthread_create(&t0, 0, writer, 0);
	pthread_create(&t1, 0, other, 0);
	pthread_create(&t2, 0, other, &x);
	pthread_create(&t3, 0, reader, 0);
	pthread_join(t0, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	pthread_join(t3, 0);
	assert(!(a == 1 && b == 2 && c == 0));
	return 0;
}
