// One caller needs the number of rounds, and a function that it is handed to does something for the third.
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int ready, late;

static void third(unsigned n, unsigned unused)
{
	if (n == 2)
		late = 1;
	(void)unused;
}

static unsigned wait_until(volatile int *flag)
{
	unsigned rounds = 0;

	while (!*flag) {
		if (rounds == 3)
			break;
		third(rounds, rounds);
		rounds++;
	}
	return rounds;
}

static void *sets(void *unused)
{
	ready = 1;
	return unused;
}

int main(void)
{
	pthread_t thread;
	unsigned rounds;

	pthread_create(&thread, 0, sets, 0);
	wait_until(&ready);
	rounds = wait_until(&ready);
	assert(!(late && rounds == 2));
	pthread_join(thread, 0);
	return 0;
}
