// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(long *) top;
void *w(void *u)
{
	long *y = top;
	long z = *y;
	top = 0;
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	top = malloc(sizeof(long));
	abort();
}
