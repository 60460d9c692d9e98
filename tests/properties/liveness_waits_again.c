// title: the second call of a function that waits is not the first one
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe, rc11 safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void wait(int looks)
{
	int last = 5;
	while (last != 1) {
		int i = 0;
		do {
			last = atomic_load(&x);
		} while (++i < looks);
	}
}

static void *waits(void *arg)
{
	wait(2);
	wait(2);
	return arg;
}

static void *sets(void *arg)
{
	atomic_store(&x, 1);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, waits, 0);
	pthread_create(&b, 0, sets, 0);
	pthread_join(a, 0);
	return 0;
}
