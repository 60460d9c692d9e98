/* A lock without a `main`: what the README calls the functions that run as threads. */
#include <assert.h>

static volatile int flag[2], inside, worst;

void start(void)
{
	flag[0] = flag[1] = 0;
}

void left(void)
{
	flag[0] = 1;
	if (!flag[1]) {
		if (++inside > 1)
			worst = 1;
		inside--;
	}
	flag[0] = 0;
}

void right(void)
{
	flag[1] = 1;
	if (!flag[0]) {
		if (++inside > 1)
			worst = 1;
		inside--;
	}
	flag[1] = 0;
}

void check(void)
{
	assert(!worst);
}
