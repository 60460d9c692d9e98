// suggest: --model tso --minimize cost --weight weight-cost.c:10=5
// The function that is called is a fast path: two fences elsewhere cost less than one there, which the report says.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
static void raise_flag(volatile int *flag)
{
	*flag = 1;
}
static void *t1(void *unused)
{
	raise_flag(&x);
	r1 = y;
	return 0;
}
static void *t2(void *unused)
{
	raise_flag(&y);
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
