// suggest: --model models/with-header.toml
// A fence of the model needs a header, and the file does not include it.
#include <assert.h>
#include <pthread.h>
int data, ready;
static void *t1(void *unused)
{
	__atomic_store_n(&data, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&ready, 1, __ATOMIC_RELAXED);
	return 0;
}
static void *t2(void *unused)
{
	if (__atomic_load_n(&ready, __ATOMIC_RELAXED))
		assert(__atomic_load_n(&data, __ATOMIC_RELAXED));
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, t1, 0);
	pthread_create(&b, 0, t2, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
