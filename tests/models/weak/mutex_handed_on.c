// verdict: rc11 safe, arm8 safe, riscv safe, power safe, tso safe, arm7 safe, imm safe, weak safe, cortex-a9 safe, nofence violation
// Who takes a mutex sees what was done before it was given.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, given;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *argument)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_mutex_lock(&mutex);
	atomic_store_explicit(&given, 1, memory_order_relaxed);
	pthread_mutex_unlock(&mutex);
	return argument;
}

static void *right(void *argument)
{
	pthread_mutex_lock(&mutex);
	int is_given = atomic_load_explicit(&given, memory_order_relaxed);
	pthread_mutex_unlock(&mutex);
	if (is_given)
		assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
	return argument;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
