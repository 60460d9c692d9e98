// title: Loops that count to what memory holds, where nobody needs how often they go round
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <assert.h>
_Atomic int flag;
void *w(void *a)
{
	int d = 4;
	int *p = &d;
	while (!flag) {
		unsigned n = *p;
		do {
		} while (--n);
	}
	return 0;
}
int main(void)
{
	int e = 7, *q = &e;
	int k;
	for (k = 1; k != *q; k++)
		;
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	flag = 1;
	pthread_join(t, 0);
	return 0;
}
