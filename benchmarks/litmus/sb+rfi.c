// title: store buffering (SB), each thread reads its own write back first
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), section 1 (Intel iwp2.4, AMD amd9); licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
// Each thread forwards from its own store buffer; ordering a read after the own write it reads from is wrong.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2, r3, r4;

static void *thread1(void *arg)
{
	x = 1;
	r1 = x;
	r2 = y;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	r3 = y;
	r4 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
	return 0;
}
