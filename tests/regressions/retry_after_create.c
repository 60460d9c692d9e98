// sc violation, tso violation, pso violation
// The read in front of the loop comes before the thread is started, the retry after it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *t(void *p)
{
	atomic_store(&x, 5);
	return 0;
}
int main(void)
{
	pthread_t a;
	int old = atomic_load(&x);
	pthread_create(&a, 0, t, 0);
	while (!atomic_compare_exchange_strong(&x, &old, old + 1))
		;
	assert(old != 5);
	return 0;
}
