// title: the same wait, by way of two functions that call it
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, power safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void wait(void)
{
	int first = 1, again, seen;
	do {
		seen = atomic_load(&x);
		again = first;
		first = 0;
	} while (seen != 1 || again);
}

static void one(void) { wait(); }
static void other(void) { wait(); }

static void *waits(void *arg)
{
	one();
	other();
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
