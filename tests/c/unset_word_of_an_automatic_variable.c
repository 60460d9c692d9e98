// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
_Atomic(long *) top;
void *w2(void *arg)
{
	long *y = top; long z = *y; top = 0;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w2, 0);
	long a; top = &a; assert(0);
	return 0;
}
