// suggest: --model tso
// With GUARD the condition would be one of the fence, if it stood right before the read. What is left out before that is whole.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2, count;
static void *t1(void *unused)
{
	x = 1;
#ifdef COUNT
	count++;
#endif
#ifdef GUARD
	if (!unused)
#endif
	r1 = y;
	return unused;
}
static void *t2(void *unused)
{
	y = 1;
	__sync_synchronize();
	r2 = x;
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
