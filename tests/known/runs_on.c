// title: store buffering, beside a loop that may run on
// origin: written for this project; licence: MIT OR Apache-2.0
// The loop writes in each iteration what is looked at later, so none of them may be left out, and no bound holds it.
#include <assert.h>
#include <pthread.h>

volatile int x, y, done, turns;
int a, b;

static void *left(void *arg)
{
	x = 1;
	a = y;
	done = 1;
	return 0;
}

static void *right(void *arg)
{
	y = 1;
	b = x;
	return 0;
}

static void *ticker(void *arg)
{
	while (!done)
		turns++;
	return 0;
}

int main(void)
{
	pthread_t l, r, c;

	pthread_create(&l, 0, left, 0);
	pthread_create(&r, 0, right, 0);
	pthread_create(&c, 0, ticker, 0);
	pthread_join(l, 0);
	pthread_join(r, 0);
	assert(a == 1 || b == 1);
	return turns < 0;
}
