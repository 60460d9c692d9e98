// suggest: --model tso
// Outside of the loop, which runs once, though the end of its body is nearer to the read.
#include <assert.h>
#include <pthread.h>
volatile int x, y;
int r1, r2;
static void *t1(void *unused)
{
	for (int i = 0; i < 1; i++) {
		x = 1;
		r2 = 0;
	}
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
