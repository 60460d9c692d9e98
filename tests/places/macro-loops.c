// suggest: --model tso
// The same with the accesses in loops, in functions that the threads call.
#include <assert.h>
#include <pthread.h>
#define SET(place, value) do { *(volatile int *)&(place) = (value); } while (0)
#define GET(place) (*(volatile int *)&(place))
static int x, y, r1, r2;
static void left(void)
{
	for (int i = 0; i < 2; i++) {
		SET(x, 1);
		r1 = GET(y);
	}
}
static void right(void)
{
	for (int i = 0; i < 2; i++) {
		SET(y, 1);
		r2 = GET(x);
	}
}
static void *t1(void *unused)
{
	left();
	return unused;
}
static void *t2(void *unused)
{
	right();
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
