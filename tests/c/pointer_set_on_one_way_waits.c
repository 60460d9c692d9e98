// title: A pointer that one way does not set, to a counter of a waiting loop
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
_Atomic int flag;
static int c;
void *w(void *a)
{
	int *p;
	if (flag == 2)
		p = &c;
	while (!flag) {
		++*p;
	}
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	flag = 1;
	pthread_join(t, 0);
	return 0;
}
