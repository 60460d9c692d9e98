// title: a pointer that is used before what it points to is there; nothing is asserted
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: memory
// verdict: sc safe, tso safe, pso violation
// property: null pointer
#include <pthread.h>

int value;
int *volatile pointer;
volatile int ready;

static void *left(void *arg)
{
	pointer = &value;
	ready = 1;
	return 0;
}

static void *right(void *arg)
{
	if (ready)
		*pointer = 1;
	return 0;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
