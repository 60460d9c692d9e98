// verdict: arm8 violation, rc11 violation, imm violation, lkmm violation
// A branch holds back what an exchange writes. What it reads may be its thread's own store before that, long before others
// see it, and its acquire orders what is behind its read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, flag, mine;

static void *gives(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&flag, 1, memory_order_release);
	return 0;
}

static void *takes(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_relaxed)) {
		atomic_store_explicit(&mine, 1, memory_order_relaxed);
		atomic_exchange_explicit(&mine, 2, memory_order_acquire);
		assert(atomic_load_explicit(&x, memory_order_relaxed));
	}
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, gives, 0);
	pthread_create(&b, 0, takes, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
