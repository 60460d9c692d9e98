// sc safe, tso safe, pso safe
// The end of an inner atomic section does not end the outer one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
volatile int x;
void *t(void *p)
{
	__VERIFIER_atomic_begin();
	int v = x;
	__VERIFIER_atomic_begin();
	v = v + 1;
	__VERIFIER_atomic_end();
	x = v;
	__VERIFIER_atomic_end();
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
