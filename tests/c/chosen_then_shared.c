// verdict: sc safe, tso safe, pso safe
// A thread looks at memory that nobody has set, and sets it. Another one that comes later finds what was set.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned char *byte;
static int looked;

static void *one(void *unused)
{
	if (*byte == 3)
		looked = 1;
	*byte = 5;
	return unused;
}

int main(void)
{
	pthread_t thread;

	byte = malloc(1);
	pthread_create(&thread, NULL, one, NULL);
	pthread_join(thread, NULL);
	assert(*byte == 5);
	return 0;
}
