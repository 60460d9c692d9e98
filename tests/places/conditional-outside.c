// suggest: --model tso
// With UNCONDITIONAL the fence is needed as well: it stands outside of the `#ifndef`.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
static void *t1(void *unused)
{
	x = 1;
#ifndef UNCONDITIONAL
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
