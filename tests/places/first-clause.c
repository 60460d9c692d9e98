// suggest: --model tso
// Behind what a loop begins with, where control passes once, and not in the condition, which runs in each round.
#include <assert.h>
#include <pthread.h>
volatile int f[2], turn;
int counter;
static void lock(int me)
{
	for (f[me] = 1, turn = !me; f[!me] && turn == !me; )
		;
}
static void unlock(int me)
{
	f[me] = 0;
}
static void *t1(void *unused)
{
	lock(0);
	counter++;
	unlock(0);
	return unused;
}
static void *t2(void *unused)
{
	lock(1);
	counter++;
	unlock(1);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 2);
	return 0;
}
