// suggest: --model pso
// Flag handshake between device driver and interrupt thread, flags in a struct array.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
struct party { volatile bool wants; char pad[63]; };
static struct { struct party p[2]; volatile int turn; } lk;
static int inside;

static void enter(int me)
{
	int other = 1 - me;
	lk.p[me].wants = true;
	while (lk.p[other].wants)
		if (lk.turn != me) {
			lk.p[me].wants = false;
			while (lk.turn != me)
				;
			lk.p[me].wants = true;
		}
}

static void leave(int me)
{
	lk.turn = 1 - me;
	lk.p[me].wants = false;
}

static void *run(void *arg)
{
	int me = (int)(long)arg;
	enter(me);
	assert(inside == 0);
	inside = 1;
	inside = 0;
	leave(me);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
