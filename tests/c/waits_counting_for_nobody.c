// A waiting loop counts its rounds for callers that ignore the number, and hands it to a function that only pauses.
// verdict: sc safe, tso safe, pso violation
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static volatile int ready, data;

static void relax(unsigned n)
{
	if (n % 64 == 63)
		sched_yield();
	for (unsigned i = 0; i < n % 8; i++)
		__builtin_ia32_pause();
}

static unsigned wait_until(volatile int *flag)
{
	unsigned rounds = 0;

	for (;;) {
		if (*flag)
			return rounds;
		relax(rounds++);
	}
}

static int waits(void)
{
	int n = 0;

	while (!ready)
		n++;
	return n;
}

static void *reader(void *unused)
{
	unsigned rounds = wait_until(&ready);

	(void)rounds;
	waits();
	assert(data == 1);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, reader, 0);
	data = 1;
	ready = 1;
	pthread_join(thread, 0);
	return 0;
}
