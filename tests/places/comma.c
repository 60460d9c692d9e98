// suggest: --model tso
// The right side of a comma can have a fence where nothing else can.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
static void *t1(void *unused)
{
	r1 = (x = 1, y);
	return 0;
}
static void *t2(void *unused)
{
	y = 1;
	__sync_synchronize();
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
	assert(r1 == 1 || r2 == 1);
	return 0;
}
