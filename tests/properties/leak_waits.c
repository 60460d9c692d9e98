// title: main returns while a thread waits for good; what main has lost is lost
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks
// verdict: sc violation, tso violation, pso violation
// property: memory leak
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *arg)
{
	pthread_mutex_lock(&mutex);
	return arg;
}

int main(void)
{
	pthread_t thread;
	int *number = malloc(sizeof *number);

	pthread_mutex_lock(&mutex);
	pthread_create(&thread, 0, run, 0);
	*number = 1;
	return 0;
}
