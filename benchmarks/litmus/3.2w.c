// title: 2+2W in a ring of three threads (3.2W)
// origin: Maranget, Sarkar, Sewell, "A tutorial introduction to the ARM and POWER relaxed memory models" (2012), 3.2W; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
// repair: pso 3 fences 3 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y, z;

static void *thread1(void *arg)
{
	x = 1;
	y = 2;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	z = 2;
	return NULL;
}

static void *thread3(void *arg)
{
	z = 1;
	x = 2;
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
	assert(!(x == 1 && y == 1 && z == 1));
	return 0;
}
