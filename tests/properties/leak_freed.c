// title: all blocks are freed, one of them by realloc and one by another thread
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: leaks, memory
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdlib.h>

static void *end(void *block)
{
	free(block);
	return 0;
}

int main(void)
{
	pthread_t thread;
	int *number = malloc(sizeof *number);

	number = realloc(number, 2 * sizeof *number);
	free(number);
	pthread_create(&thread, 0, end, malloc(4));
	pthread_join(thread, 0);
	return 0;
}
