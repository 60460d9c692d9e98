// title: a counter under a lock, read after the joins
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *left(void *arg)
{
	pthread_mutex_lock(&m);
	counter++;
	pthread_mutex_unlock(&m);
	return 0;
}

static void *right(void *arg)
{
	return left(arg);
}

int main(void)
{
	pthread_t a, b;

	counter = 1;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return counter != 3;
}
