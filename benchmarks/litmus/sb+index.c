// title: store buffering (SB) in an array whose index is read from memory
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
#include <assert.h>
#include <pthread.h>

volatile int cell[2];
int first = 0, second = 1;
int r1, r2;

static void *thread1(void *arg)
{
	cell[first] = 1;
	r1 = cell[second];
	return NULL;
}

static void *thread2(void *arg)
{
	cell[second] = 1;
	r2 = cell[first];
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
