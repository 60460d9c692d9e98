// sc safe, tso safe, pso safe
// A function begins an atomic section whenever it is asked to, and it always is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile int c = 1, x;
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
	pthread_create(&a, 0, t, 0);
	pthread_create(&b, 0, t, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
