// verdict: arm8 violation, rc11 violation, riscv violation, power violation, arm7 violation, imm violation, lkmm violation
// A counter of references that is decremented without order: who frees does not wait for what the other did with the object.
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
	if (atomic_fetch_sub_explicit(&of->references, 1, memory_order_relaxed) == 1)
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
