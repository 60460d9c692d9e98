// suggest: --model tso --no-comments
// A maintainer who wants no comments gets none.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
volatile int u, v;
static void *t1(void *unused)
{
	x = 1;
	u = 1;
	v = 1;
	r1 = y;
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
