// sc safe, tso safe, pso safe
// What was read last is returned, and nobody looks at it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_uint l;
int x;
void *t1(void *p)
{
	x = 1;
	atomic_store(&l, 1);
	return 0;
}
static unsigned await_eq(atomic_uint *a, unsigned c)
{
	unsigned ret = c, o = 0;
	while ((o = atomic_load(a)) != c)
		ret = o;
	return ret;
}
void *t2(void *p)
{
	(void)await_eq(&l, 1);
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
