// title: store buffering (SB), one of the stores is an exchange
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB (Intel iwp2.3.a, AMD amd4); licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 1 fences 1 pairs, pso 1 fences 1 pairs
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

static void *thread1(void *arg)
{
	(void)__atomic_exchange_n(&x, 1, __ATOMIC_RELAXED);
	r1 = y;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
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
