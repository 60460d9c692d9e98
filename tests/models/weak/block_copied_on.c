// verdict: rc11 safe, arm8 safe, power safe, riscv safe
// A node is set as a whole from a local variable, copied on by who has seen the flag, and compared: the flag comes behind the copy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct node {
	char text[2];
	short number;
};

static struct node *from, *to;
static atomic_int there;

static void *writer(void *unused)
{
	struct node made;

	memset(&made, 5, sizeof made);
	*from = made;
	atomic_store_explicit(&there, 1, memory_order_release);
	return unused;
}

static void *reader(void *unused)
{
	struct node copy, expected;

	if (atomic_load_explicit(&there, memory_order_acquire)) {
		memcpy(&copy, from, sizeof copy);
		*to = copy;
		memset(&expected, 5, sizeof expected);
		assert(!memcmp(to, &expected, sizeof expected));
	}
	return unused;
}

int main(void)
{
	pthread_t t0, t1;

	from = calloc(1, sizeof *from);
	to = calloc(1, sizeof *to);
	pthread_create(&t0, NULL, writer, NULL);
	pthread_create(&t1, NULL, reader, NULL);
	pthread_join(t0, NULL);
	pthread_join(t1, NULL);
	free(from);
	free(to);
	return 0;
}
