// least: tso 2 cost 20 dropped 2
// A function that is one fence is that at each of its calls: two go, and what is in the function stays for the others.
#include <assert.h>
#include <pthread.h>

static inline void full_barrier(void)
{
	__sync_synchronize();
}

static volatile int x, y;
static int first, second;

static void *left(void *unused)
{
	full_barrier();
	x = 1;
	full_barrier();
	first = y;
	return unused;
}

static void *right(void *unused)
{
	y = 1;
	full_barrier();
	full_barrier();
	second = x;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(first || second);
	return 0;
}
