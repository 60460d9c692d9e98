// One-time initialisation runs once, whoever is first, and all see what it wrote.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static int calls, data, *pointer;

static void first(void)
{
	calls++;
	data = 7;
	pointer = &data;
}

static void second(void)
{
	calls += 10;
}

static void *worker(void *unused)
{
	assert(pthread_once(&once, first) == 0);
	assert(*pointer == 7);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	call_once(&flag, second);
	call_once(&flag, second);
	assert(calls == 11);
	return 0;
}
