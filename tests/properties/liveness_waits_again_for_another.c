// title: the second call waits for what nobody writes
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, rc11 violation
// property: thread waits in a loop for good
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void wait(int wanted)
{
	int seen = 1;
	for (;;) {
		for (int i = 0; i < 1; i++)
			seen = atomic_load(&x);
		if (seen == wanted)
			break;
	}
}

static void *waits(void *arg)
{
	wait(1);
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
