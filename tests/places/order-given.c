// suggest: --model rc11
// The order is what a macro is given: it is raised where it is written, and other uses of the macro stay.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define LOAD(p, o) atomic_load_explicit(p, o)
#define STORE(p, v, o) atomic_store_explicit(p, v, o)

static atomic_int flag;
static int data;
static atomic_int noise;

static void publish(int value)
{
	data = value;
	STORE(&flag, 1, memory_order_relaxed);
}

static int receive(int *out)
{
	if (!LOAD(&flag, memory_order_relaxed))
		return 0;
	*out = data;
	return 1;
}

static void *writer(void *unused)
{
	STORE(&noise, 1, memory_order_relaxed);
	publish(42);
	return unused;
}

int main(void)
{
	pthread_t t;
	int v;

	pthread_create(&t, NULL, writer, NULL);
	if (receive(&v))
		assert(v == 42);
	pthread_join(t, NULL);
	return 0;
}
