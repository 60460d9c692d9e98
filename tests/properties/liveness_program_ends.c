// title: a thread that waits in a loop when the program ends, and one that waits for what an assumption rules out
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc safe, tso safe, pso safe, arm8 safe, power safe
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

atomic_int never;

static void *waits(void *arg)
{
	while (!never)
		;
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, waits, 0);
	if (never) {
		pthread_create(&b, 0, waits, 0);
		pthread_join(b, 0);
	}
	return 0;
}
