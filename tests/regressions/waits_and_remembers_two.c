// sc violation, tso violation, pso violation
// The last two values read while waiting are remembered.
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
	int v, a = 0, b = 0;
	while ((v = atomic_load(&x)) != 2) {
		b = a;
		a = v;
	}
	assert(!(a == 1 && b == 1));
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
