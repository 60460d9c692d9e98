// title: a flag that nobody sets, waited for by a thread that is back where it was after every second look only
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, rc11 violation, arm8 violation, power violation
// property: thread waits in a loop for good
#include <pthread.h>

int answer, left;

void *waits(void *unused)
{
	int side = 0;
	while (!__atomic_load_n(&answer, __ATOMIC_ACQUIRE))
		side = !side;
	left = side;
	return 0;
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, 0, waits, 0);
	pthread_join(thread, 0);
	return left;
}
