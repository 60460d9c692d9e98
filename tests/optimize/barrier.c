// least: tso 2 cost 20 dropped 1
// What the compiler alone keeps in order is said as the file says it.
#include <assert.h>
#include <pthread.h>

#define barrier() __asm__ __volatile__("" : : : "memory")

static volatile int x, y, a, b;

static void *first(void *unused)
{
	__sync_synchronize();
	x = 1;
	__sync_synchronize();
	a = y;
	return unused;
}

static void *second(void *unused)
{
	y = 1;
	__sync_synchronize();
	b = x;
	return unused;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], 0, first, 0);
	pthread_create(&threads[1], 0, second, 0);
	pthread_join(threads[0], 0);
	pthread_join(threads[1], 0);
	assert(a || b);
	return 0;
}
