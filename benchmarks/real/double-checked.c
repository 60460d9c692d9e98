// title: double-checked initialisation, relaxed everywhere
// origin: Bacon et al., "The 'Double-Checked Locking is Broken' declaration" (2000), in C11 atomics; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
	int answer;
};

_Atomic(struct config *) instance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void)
{
	struct config *c = atomic_load_explicit(&instance, memory_order_relaxed);

	if (!c) {
		pthread_mutex_lock(&lock);
		c = atomic_load_explicit(&instance, memory_order_relaxed);
		if (!c) {
			c = calloc(1, sizeof *c);
			c->answer = 42;
			atomic_store_explicit(&instance, c, memory_order_relaxed);
		}
		pthread_mutex_unlock(&lock);
	}
	return c;
}

static void *user(void *arg)
{
	assert(get()->answer == 42);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, user, NULL);
	pthread_create(&t2, NULL, user, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
