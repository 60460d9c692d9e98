// least: arm8 2 cost 4 dropped 2, rc11 2 cost 4 dropped 2, riscv 2 cost 8 dropped 2, power 2 cost 8 dropped 2, tso 0 cost 0 dropped 1
// Message passing with all that one can think of: a release and an acquire are enough.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, data;

static void *write(void *unused)
{
	atomic_store_explicit(&data, 1, memory_order_seq_cst);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&flag, 1, memory_order_seq_cst);
	return unused;
}

static void *read(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_seq_cst)) {
		int found = atomic_load_explicit(&data, memory_order_relaxed);
		assert(found == 1);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, write, 0);
	pthread_create(&b, 0, read, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
