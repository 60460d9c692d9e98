// verdict: arm8 safe, rc11 safe, riscv safe, power safe, arm7 safe, imm safe, lkmm safe
// A read of an object comes before the store that says it is no longer used.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *object, got;
static atomic_int done;

static void *user(void *unused)
{
	got = *object;
	atomic_store_explicit(&done, 1, memory_order_release);
	return unused;
}

static void *owner(void *unused)
{
	if (atomic_load_explicit(&done, memory_order_acquire))
		free(object);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	object = malloc(sizeof *object);
	*object = 3;
	pthread_create(&t0, NULL, user, NULL);
	pthread_create(&t1, NULL, owner, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
