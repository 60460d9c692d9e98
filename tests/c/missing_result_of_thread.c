// What a thread hands back that ends without saying what is not zero: it is whatever was there (C17, 6.9.1).
// verdict: sc violation
// property: assertion violated
#include <assert.h>
#include <pthread.h>

static int five(void)
{
	return 5;
}

static void *work(void *argument)
{
	if (argument)
		return argument;
	five();
}

int main(void)
{
	pthread_t thread;
	void *result;

	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, &result);
	assert(result == NULL);
	return 0;
}
