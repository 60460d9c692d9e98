// suggest: --model tso
// The function that starts threads comes last, though one fence there would do as well.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
static void store_x(void)
{
	x = 1;
}
static void *t2(void *unused)
{
	y = 1;
	r2 = x;
	return 0;
}
int main(void)
{
	pthread_t b;
	pthread_create(&b, 0, t2, 0);
	store_x();
	r1 = y;
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
