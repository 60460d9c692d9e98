// title: a job is published and then filled in
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: uninitialised
// verdict: sc violation, tso violation, pso violation
// property: use of what nobody has set
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
	published = job;
	job->kind = 3;
	pthread_join(thread, 0);
	return order;
}
