// verdict: arm8 violation, rc11 safe, riscv violation, power violation, arm7 violation, imm violation, lkmm violation
// A message that nobody looks at but as a whole is copied, and said to be done with before that: the reads reach freed memory.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static char *message, copy[8];
static atomic_int done;

static void *user(void *unused)
{
	memcpy(copy, message + 4, 8);
	atomic_store_explicit(&done, 1, memory_order_relaxed);
	return unused;
}

static void *owner(void *unused)
{
	if (atomic_load_explicit(&done, memory_order_acquire))
		free(message);
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	message = malloc(16);
	memset(message, 0, 16);
	pthread_create(&t0, NULL, user, NULL);
	pthread_create(&t1, NULL, owner, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	return 0;
}
