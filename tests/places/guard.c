// suggest: --model tso
// A loop asks functions whether it goes on: the fence stands before the loop and in none of them.
#include <assert.h>
#include <pthread.h>

static volatile int wants[2], turn;
static int inside;

static int other_wants(int me)
{
	return wants[!me];
}

static int must_wait(int me)
{
	return other_wants(me) && turn != me;
}

static void lock(int me)
{
	wants[me] = 1;
	turn = !me;
	while (must_wait(me))
		;
}

static void unlock(int me)
{
	wants[me] = 0;
}

static void *works(void *me)
{
	lock(me != 0);
	assert(inside++ == 0);
	inside--;
	unlock(me != 0);
	return 0;
}

int main(void)
{
	pthread_t threads[2];

	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, works, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
