// sc violation, tso violation, pso violation
// A function begins an atomic section under a condition, another one ends it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile int c, x;
static int lock_if(int k)
{
	if (k)
		__VERIFIER_atomic_begin();
	return k;
}
static void unlock_if(int k)
{
	if (k)
		__VERIFIER_atomic_end();
}
void *t(void *p)
{
	int k = lock_if(c);
	int v = x;
	x = v + 1;
	unlock_if(k);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	c = 1;
	pthread_create(&a, 0, t, 0);
	pthread_create(&b, 0, t, 0);
	c = 0;
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
