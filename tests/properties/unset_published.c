// title: a job is filled in and then published
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc safe, tso safe, pso safe
#include <pthread.h>
#include <stdlib.h>

struct job {
	volatile int kind;
	int *where;
};

static struct job *_Atomic published;
static int order;

static void *worker(void *arg)
{
	struct job *job = published;

	if (job && job->kind == 3)
		order = 1;
	return arg;
}

int main(void)
{
	pthread_t thread;
	struct job *job = malloc(sizeof *job);

	pthread_create(&thread, 0, worker, 0);
	job->kind = 3;
	published = job;
	pthread_join(thread, 0);
	return order;
}
