// title: store buffering (SB), the accesses are in functions shared by the threads
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 1 fences 1 pairs
// A fence at the end of put or at the start of get acts on both threads.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

static void put(volatile int *place)
{
	*place = 1;
}

static int get(volatile int *place)
{
	return *place;
}

static void *thread1(void *arg)
{
	put(&x);
	r1 = get(&y);
	return NULL;
}

static void *thread2(void *arg)
{
	put(&y);
	r2 = get(&x);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(r1 || r2);
	return 0;
}
