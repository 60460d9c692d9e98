// sc violation, tso violation, pso violation
// The value read before the retries is in memory that only this thread uses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t1(void *p)
{
	atomic_fetch_add(&x, 1);
	return 0;
}
static int first[2];
void *t2(void *p)
{
	int old = atomic_load(&x);
	first[1] = old;
	while (!atomic_compare_exchange_weak(&x, &old, old + 5))
		;
	assert(first[1] == old);
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
