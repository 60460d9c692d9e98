// A counter decides whether a function is called that only pauses.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static inline void relax(void)
{
	__asm__ volatile("pause" ::: "memory");
}

static int backs_off(int rounds)
{
	for (int i = 0; i < rounds % 16; i++)
		relax();
	return rounds + 1;
}

static void *reader(void *unused)
{
	int rounds = 0;

	while (!ready) {
		if (++rounds < 10)
			relax();
		else if (rounds < 100)
			backs_off(rounds);
		else
			sched_yield();
	}
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
