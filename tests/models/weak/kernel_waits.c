// verdict: lkmm safe, arm8 safe, rc11 safe
// A loop that waits for a flag: one that waited longer has found no more.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

static void *gives(void *unused)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	return 0;
}

static void *takes(void *unused)
{
	while (!atomic_load_explicit(&flag, memory_order_acquire))
		;
	assert(data);
	return 0;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, gives, 0);
	pthread_create(&b, 0, takes, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
