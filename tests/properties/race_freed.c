// title: one thread frees what the other one writes
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: races
// verdict: sc violation, tso violation, pso violation
// property: data race
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *left(void *arg)
{
	*block = 1;
	return arg;
}

static void *right(void *arg)
{
	free(block);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	block = malloc(sizeof *block);
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
