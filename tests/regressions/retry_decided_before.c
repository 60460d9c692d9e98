// sc violation, tso violation, pso violation
// The value read before the retries has decided a branch.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t1(void *p)
{
	atomic_fetch_add(&x, 1);
	return 0;
}
void *t2(void *p)
{
	int old = atomic_load(&x), empty = 0;
	if (old == 0)
		empty = 1;
	while (!atomic_compare_exchange_strong(&x, &old, 7))
		;
	assert(!(empty && old == 1));
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
