// title: A key is deleted while a thread ends that has a value
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t k;
static atomic_int set;
static void d(void *value)
{
}
static void *t(void *u)
{
	pthread_setspecific(k, u);
	atomic_store(&set, 1);
	return 0;
}
int main(void)
{
	pthread_t p;
	pthread_key_create(&k, d);
	pthread_create(&p, 0, t, &k);
	while (!atomic_load(&set))
		;
	pthread_key_delete(k);
	pthread_join(p, 0);
	return 0;
}
