// What stands behind the call is never reached.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void die(void)
{
	for (;;)
		;
}

static void fail(int code)
{
	if (code)
		die();
again:
	goto again;
}

static void *reads(void *unused)
{
	int r = x;

	if (r == 1)
		die();
	if (r == 2)
		fail(r);
	assert(r == 0);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, 0, reads, 0);
	x = 1;
	x = 2;
	return 0;
}
