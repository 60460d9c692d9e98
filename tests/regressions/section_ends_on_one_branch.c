// sc violation, tso violation, pso violation
// An atomic section that one branch ends earlier than the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int flag, x;
void *f(void *arg)
{
	flag = 1;
	x = 1;
	return 0;
}
int main(void)
{
	pthread_t id;
	pthread_create(&id, 0, f, 0);
	__VERIFIER_atomic_begin();
	int g = flag;
	if (!g)
		__VERIFIER_atomic_end();
	if (!g)
		assert(!x);
	if (g)
		__VERIFIER_atomic_end();
	return 0;
}
