// verdict: rc11 violation, arm8 violation, riscv violation, power violation, tso safe
// Accesses move into the sections of mutexes from both sides, and pass each other there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int seen_left, seen_right;
pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, yours = PTHREAD_MUTEX_INITIALIZER;

static void *left(void *argument)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	pthread_mutex_lock(&mine);
	pthread_mutex_unlock(&mine);
	seen_left = atomic_load_explicit(&y, memory_order_relaxed);
	return argument;
}

static void *right(void *argument)
{
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	pthread_mutex_lock(&yours);
	pthread_mutex_unlock(&yours);
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
