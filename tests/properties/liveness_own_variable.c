// title: a wait for what nobody writes, where an old value is seen
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: thread waits in a loop for good
#include <pthread.h>

extern void __VERIFIER_assume(int);

static volatile int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *arg)
{
	for (int i = 0; i < 2; i++) {
		if (x == 0)
			while (!y)
				;
	}
	return arg;
}

static void *writer(void *arg)
{
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t s, t;

	pthread_create(&s, 0, waiter, 0);
	pthread_create(&t, 0, writer, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return y;
}
