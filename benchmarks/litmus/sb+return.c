// title: store buffering (SB), the threads return what they read
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

volatile int x, y;

static void *thread1(void *arg)
{
	x = 1;
	return (void *)(intptr_t)y;
}

static void *thread2(void *arg)
{
	y = 1;
	return (void *)(intptr_t)x;
}

int main(void)
{
	pthread_t t1, t2;
	void *r1, *r2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, &r1);
	pthread_join(t2, &r2);
	assert((intptr_t)r1 == 1 || (intptr_t)r2 == 1);
	return 0;
}
