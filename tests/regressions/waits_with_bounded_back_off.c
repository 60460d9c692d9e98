// sc safe, tso safe, pso safe
// A counter of attempts that starts again when it is large.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int l;
int x;
void *t1(void *p)
{
	x = 1;
	atomic_store(&l, 1);
	return 0;
}
void *t2(void *p)
{
	int n = 0;
	while (!atomic_load(&l)) {
		if (++n >= 10)
			n = 0;
	}
	assert(x == 1);
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
