// suggest: --model tso
// A line of its own before the statement is a better place than one within its statement expression.
#include <assert.h>
#include <pthread.h>
static volatile int x, y;
static volatile int r1 = 9, r2 = 9;
static void *t1(void *unused)
{
	x = 1;
	r1 = ({ int t = y; t; });
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
