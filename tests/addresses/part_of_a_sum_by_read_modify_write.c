// unknown
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static char big[100000];
static union { char *p; uint16_t s[4]; } u;
static void *th(void *arg)
{
	u.p = big;
	__atomic_fetch_add(&u.p, 65536, 5);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, th, 0);
	pthread_join(t, 0);
	assert(u.s[1] != 6904);
}
