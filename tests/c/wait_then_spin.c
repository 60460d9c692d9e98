// verdict: sc violation, tso violation, pso violation
// property: assertion
// gcc: no, it may run for good
// Whether the loop behind ends hangs on whether there was a round of waiting.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *waiter(void *p)
{
	int waited = 0;
	while (!flag)
		waited = 1;
	for (;;)
		if (waited)
			break;
	assert(0);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	flag = 1;
	pthread_join(t, 0);
	return 0;
}
