// suggest: --model tso
// A loop of `goto`: the fence stands before the label, outside of the loop, and is indented as the statements are.
#include <assert.h>
#include <pthread.h>

static volatile int wants[2], turn;
static int inside;

static void lock(int me)
{
	wants[me] = 1;
	turn = !me;
again:
	if (wants[!me] && turn != me)
		goto again;
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
