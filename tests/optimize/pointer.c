// least: arm8 1 cost 2 dropped 1, riscv 1 cost 4 dropped 1
// A pointer is given on, and what it points to is read: the address alone keeps the two reads in order, if the compiler does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int before = 1, after;
static int *_Atomic current = &before;

static void *gives(void *unused)
{
	after = 1;
	atomic_store_explicit(&current, &after, memory_order_release);
	return 0;
}

static void *takes(void *unused)
{
	int *found = atomic_load_explicit(&current, memory_order_acquire);
	assert(*found == 1);
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
