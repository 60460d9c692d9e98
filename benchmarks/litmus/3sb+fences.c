// title: store buffering in a ring of three threads (3.SB), fenced
// origin: Maranget, Sarkar, Sewell, "A tutorial introduction to the ARM and POWER relaxed memory models" (2012), 3.SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x, y, z;
int r1, r2, r3;

static void *thread1(void *arg)
{
	x = 1;
	__sync_synchronize();
	r1 = y;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	__sync_synchronize();
	r2 = z;
	return NULL;
}

static void *thread3(void *arg)
{
	z = 1;
	__sync_synchronize();
	r3 = x;
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
	assert(!(r1 == 0 && r2 == 0 && r3 == 0));
	return 0;
}
