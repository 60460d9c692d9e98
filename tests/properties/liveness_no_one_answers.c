// title: a flag that nobody sets when the other thread came first
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: thread waits in a loop for good
#include <pthread.h>
#include <stdatomic.h>

atomic_int asked, answered;

static void *answers(void *arg)
{
	if (asked)
		answered = 1;
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, answers, 0);
	asked = 1;
	while (!answered)
		;
	pthread_join(a, 0);
	return 0;
}
