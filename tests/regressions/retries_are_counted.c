// sc violation, tso violation, pso violation
// How often a compare-and-exchange failed is looked at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t1(void *p)
{
	atomic_store(&x, 1);
	atomic_store(&x, 2);
	return 0;
}
void *t2(void *p)
{
	int old = 0, n = 0;
	while (!atomic_compare_exchange_strong(&x, &old, 9))
		n++;
	assert(n < 2);
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
