// suggest: --model tso
// No fence goes into a function that does nothing, where a counter that nobody reads decides about a call of it.
#include <assert.h>
#include <pthread.h>

static volatile int go, x, y;
static int left_saw, right_saw;

static void relax(void)
{
	;
}

static void *left(void *unused)
{
	int n = 0;

	while (!go)
		if (++n > 100)
			relax();
	x = 1;
	relax();
	left_saw = y;
	return unused;
}

static void *right(void *unused)
{
	y = 1;
	relax();
	right_saw = x;
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], 0, left, 0);
	pthread_create(&threads[1], 0, right, 0);
	go = 1;
	pthread_join(threads[0], 0);
	pthread_join(threads[1], 0);
	assert(left_saw || right_saw);
	return 0;
}
