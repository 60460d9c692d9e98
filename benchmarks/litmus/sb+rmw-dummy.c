// title: store buffering (SB), a read-modify-write of an unrelated location as the fence
// origin: Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO" (TPHOLs 2009), SB (Intel iwp2.3.a, AMD amd4); the "lock add" idiom of x86 compilers; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// Both threads update the same location; an RMW orders everything around it.
#include <assert.h>
#include <pthread.h>

volatile int x, y, z;
int r1, r2;

static void *thread1(void *arg)
{
	x = 1;
	(void)__sync_fetch_and_add(&z, 0);
	r1 = y;
	return NULL;
}

static void *thread2(void *arg)
{
	y = 1;
	(void)__sync_fetch_and_add(&z, 0);
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
