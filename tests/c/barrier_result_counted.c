// verdict: sc violation, tso violation, pso violation
// One way on from the result changes a variable, so that the two ways meet in different states.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int rounds[2];

static void *run(void *argument)
{
	int *mine = argument;
	int count = 1;

	if (pthread_barrier_wait(&barrier) != 0)
		count = 2;
	*mine = count;
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&a, NULL, run, &rounds[0]);
	pthread_create(&b, NULL, run, &rounds[1]);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(rounds[0] + rounds[1] == 2);
	return 0;
}
