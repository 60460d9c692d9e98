// sc violation, tso violation, pso violation
// An atomic section that only one path is in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile int c, x;
void *t(void *p)
{
	int k = c;
	if (k)
		__VERIFIER_atomic_begin();
	int v = x;
	x = v + 1;
	if (k)
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
