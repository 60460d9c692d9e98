// suggest: --model rc11
// The program has a name of its own for the order: its use is replaced, and not what it means elsewhere.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define RLX memory_order_relaxed /* no order */

static atomic_int flag;
static int data;
static atomic_int noise;

static void publish(int value)
{
	data = value;
	atomic_store_explicit(&flag, 1, RLX);
}

static int receive(int *out)
{
	if (!atomic_load_explicit(&flag, RLX))
		return 0;
	*out = data;
	return 1;
}

static void *writer(void *unused)
{
	atomic_store_explicit(&noise, 1, RLX);
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
