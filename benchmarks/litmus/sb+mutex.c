// title: store buffering (SB), an empty critical section between the accesses
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// The hardware operations behind a mutex order everything, even when each thread has a mutex of its own.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;
pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;

static void *thread1(void *arg)
{
	x = 1;
	pthread_mutex_lock(&m1);
	pthread_mutex_unlock(&m1);
	r1 = y;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	pthread_mutex_lock(&m2);
	pthread_mutex_unlock(&m2);
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
	assert(!(r1 == 0 && r2 == 0));
	return 0;
}
