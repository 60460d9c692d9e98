// suggest: --model tso
// What is called so is a function, which is no more than the fence.
#include <assert.h>
#include <pthread.h>
static inline void memory_barrier(void)
{
	__sync_synchronize(); /* all of it */
}
volatile int x, y;
int r1, r2;
static void *t1(void *unused)
{
	x = 1;
	r1 = y;
	return unused;
}
static void *t2(void *unused)
{
	y = 1;
	memory_barrier();
	r2 = x;
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(r1 || r2);
	return 0;
}
