// suggest: --model tso --minimize cost --weight weight.c:11=10
// The line is a fast path: the fence goes where it costs less.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
static void fast(void)
{
	r2 = 0;

	x = 1;
	/* the line 11 is the next statement */
	r1 = y;
}
static void *t1(void *unused)
{
	fast();
	return 0;
}
static void *t2(void *unused)
{
	y = 1;
	r2 = x;
	return 0;
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
