// verdict: rc11 violation, arm8 violation, riscv violation, power violation, tso safe
// Relaxed read-modify-writes that no other thread can see order nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, mine, yours;
int seen_left, seen_right;

static void *left(void *argument)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&mine, 1, memory_order_relaxed);
	seen_left = atomic_load_explicit(&y, memory_order_relaxed);
	return argument;
}

static void *right(void *argument)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&yours, 1, memory_order_relaxed);
	seen_right = atomic_load_explicit(&x, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(seen_left || seen_right);
	return 0;
}
