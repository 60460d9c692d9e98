// title: A pointer that one way does not set, to an object that nobody reads
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
_Atomic int flag;
static _Thread_local int c;
void *w(void *a)
{
	int *p;
	if (flag)
		p = &c;
	*p = 1; /* p is not set when flag is 0 */
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	pthread_join(t, 0);
	return 0;
}
