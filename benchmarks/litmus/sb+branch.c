// title: store buffering (SB) as the entry of a critical section
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int in1, in2;

static void *thread1(void *arg)
{
	x = 1;
	if (y == 0)
		in1 = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	if (x == 0)
		in2 = 1;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(in1 && in2));
	return 0;
}
