// verdict: arm8 safe, rc11 safe, riscv safe, power safe, arm7 safe, imm safe, lkmm safe
// A counter of references that releases and acquires: who frees comes after all that the other did with the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
	atomic_int references;
	int value;
};

static struct object *object;

static void put(struct object *of)
{
	if (atomic_fetch_sub_explicit(&of->references, 1, memory_order_acq_rel) == 1)
		free(of);
}

static void *writes(void *unused)
{
	object->value = 1;
	put(object);
	return unused;
}

static void *only_puts(void *unused)
{
	put(object);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	object = malloc(sizeof *object);
	atomic_init(&object->references, 2);
	object->value = 0;
	pthread_create(&t0, NULL, writes, NULL);
	pthread_create(&t1, NULL, only_puts, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
