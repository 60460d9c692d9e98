// verdict: sc violation, tso violation, pso violation
// property: assertion
// gcc: no, it may run for good
// The only way out of the loop stands within its text, behind a counter of the rounds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *waiter(void *p)
{
	int rounds = 0;
	for (;;) {
		if (rounds == 2) {
			assert(0);
			return p;
		}
		if (!flag)
			rounds++;
	}
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	flag = 1;
	pthread_join(t, 0);
	return 0;
}
