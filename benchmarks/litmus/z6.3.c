// title: Z6.3: three threads, two of them write twice
// origin: Maranget, Sarkar, Sewell, "A tutorial introduction to the ARM and POWER relaxed memory models" (2012), Z6.3; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 2 fences 2 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y, z;
int r1, r2;

static void *thread1(void *arg)
{
	x = 1;
	y = 1;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 2;
	z = 1;
	return NULL;
}

static void *thread3(void *arg)
{
	r1 = z;
	r2 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_create(&t3, NULL, thread3, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	assert(!(r1 == 1 && r2 == 0 && y == 2));
	return 0;
}
