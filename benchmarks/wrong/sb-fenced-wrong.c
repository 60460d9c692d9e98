// title: store buffering (SB) with fences and an assertion that is wrong under SC
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// repair: none
// One thread may well miss the other's write; only both may not.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

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
	r2 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(r1 == 1 && r2 == 1);
	return 0;
}
