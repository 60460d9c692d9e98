// title: store buffering (SB) through pointers that turn out to be equal
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// Both pointers of a thread point at one location, and accesses to one location stay in order.
#include <assert.h>
#include <pthread.h>

volatile int x;
volatile int *p = &x, *q = &x;
int r1, r2;

static void *thread1(void *arg)
{
	*p = 1;
	r1 = *q;
	return NULL;
}

static void *thread2(void *arg)
{
	*q = 1;
	r2 = *p;
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
