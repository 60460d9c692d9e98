// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(long *) q;
void *t1(void *a)
{
	long *y = 0;
	*y = 1;
	return 0;
}
int main(void)
{
	pthread_t p;
	pthread_create(&p, 0, t1, 0);
	long *y = malloc(sizeof(long));
	long v = *y;
	atomic_store_explicit(&q, 0, memory_order_release);
	return 0;
}
