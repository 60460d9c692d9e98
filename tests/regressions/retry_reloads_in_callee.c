// sc safe, tso safe, pso safe
// Each retry loads anew, in a function of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static int get(void)
{
	return atomic_load(&x);
}
static void bump(void)
{
	for (;;) {
		int old = get();
		if (atomic_compare_exchange_strong(&x, &old, old + 1))
			break;
	}
}
void *t1(void *p)
{
	bump();
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t1, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
