// sc violation, tso violation, pso violation
// What was read while waiting is added up.
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
	int v, sum = 0;
	while ((v = atomic_load(&x)) != 2)
		sum += v;
	assert(sum < 2);
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
