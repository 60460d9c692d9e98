// title: Destructors that set the next key, all in one round
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_key_t k[6];
static void d0(void *v)
{
	pthread_setspecific(k[1], v);
}
static void d1(void *v)
{
	pthread_setspecific(k[2], v);
}
static void d2(void *v)
{
	pthread_setspecific(k[3], v);
}
static void d3(void *v)
{
	pthread_setspecific(k[4], v);
}
static void d4(void *v)
{
	pthread_setspecific(k[5], v);
}
static void d5(void *v)
{
	assert(0);
}
static void *t(void *u)
{
	pthread_setspecific(k[0], u);
	return 0;
}
int main(void)
{
	pthread_t p;
	pthread_key_create(&k[0], d0);
	pthread_key_create(&k[1], d1);
	pthread_key_create(&k[2], d2);
	pthread_key_create(&k[3], d3);
	pthread_key_create(&k[4], d4);
	pthread_key_create(&k[5], d5);
	pthread_create(&p, 0, t, &p);
	pthread_join(p, 0);
	return 0;
}
