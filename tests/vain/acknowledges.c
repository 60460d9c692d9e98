// title: A waiting loop that stores what is there already where it has found the same again
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, seen;

static void *ask(void *unused)
{
	x = 1;
	while (!seen)
		;
	x = 2;
	return unused;
}

static void *answer(void *unused)
{
	for (;;) {
		int found = x;

		if (found == 1)
			seen = 1;
		if (found == 2)
			break;
	}
	assert(seen);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, ask, 0);
	pthread_create(&b, 0, answer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
