// title: Destructors run in any order
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_key_t a, b, c;
static int first;
static void da(void *value)
{
	if (!first)
		first = 1;
}
static void db(void *value)
{
	if (!first)
		first = 2;
}
static void dc(void *value)
{
	if (!first)
		first = 3;
}
static void *t(void *u)
{
	pthread_setspecific(b, u);
	pthread_setspecific(a, u);
	pthread_setspecific(c, u);
	return 0;
}
int main(void)
{
	pthread_t p;
	pthread_key_create(&a, da);
	pthread_key_create(&b, db);
	pthread_key_create(&c, dc);
	pthread_create(&p, 0, t, &a);
	pthread_join(p, 0);
	assert(first != 1);
	return 0;
}
