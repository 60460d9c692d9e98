// sc safe, tso safe, pso safe
// An atomic section begun on either branch and ended after them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile int c, x;
void *t(void *p)
{
	int k = c, v;
	if (k) {
		__VERIFIER_atomic_begin();
		v = x;
	} else {
		__VERIFIER_atomic_begin();
		v = x;
	}
	x = v + 1;
	__VERIFIER_atomic_end();
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t, 0);
	pthread_create(&b, 0, t, 0);
	c = 1;
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
