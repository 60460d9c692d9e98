// title: store buffering (SB), the main thread is one of the two
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

static void *other(void *arg)
{
	y = 1;
	r2 = x;
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	x = 1;
	r1 = y;
	pthread_join(t, NULL);
	assert(!(r1 == 0 && r2 == 0));
	return 0;
}
