// least: tso 0 cost 0 dropped 2, pso 0 cost 0 dropped 2
// The use of a macro that is a fence and nothing else may go; fences that are parts of something stay.
#include <assert.h>
#include <pthread.h>

#define smp_mb() __sync_synchronize()
#define publish(place, value)         \
	do {                          \
		__sync_synchronize(); \
		(place) = (value);    \
	} while (0)

static volatile int x, y;

static void *run(void *unused)
{
	smp_mb();
	publish(x, 1);
	for (int i = 0; i < 2; __sync_synchronize(), i++)
		y = (__sync_synchronize(), i);
	if (x)
		smp_mb();
	return unused;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, run, 0);
	pthread_join(a, 0);
	assert(x == 1 && y == 1);
	return 0;
}
