// title: A thread registers what runs at the end while the process ends
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdlib.h>
static void h(void)
{
}
static void *t(void *u)
{
	atexit(h);
	return u;
}
int main(void)
{
	pthread_t p;
	pthread_create(&p, 0, t, 0);
	return 0;
}
