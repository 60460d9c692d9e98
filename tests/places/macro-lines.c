// suggest: --model tso
// A macro of several lines: the fence has one of its own.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
#define EXCHANGE(mine, theirs, seen)	do {	\
		mine = 1;			\
		seen = theirs;			\
	} while (0)
static void swap(int me)
{
	if (me)
		EXCHANGE(x, y, r1);
	else
		EXCHANGE(y, x, r2);
}
static void *t1(void *unused)
{
	swap(1);
	return unused;
}
static void *t2(void *unused)
{
	swap(0);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
