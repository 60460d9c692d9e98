// title: a thread that sleeps while it waits, for a time that stands in memory, waits all the same
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
#include <assert.h>
#include <pthread.h>
#include <time.h>

static volatile int ready, data;
static struct timespec moment = { .tv_nsec = 1000 };

static void *write(void *unused)
{
	data = 1;
	ready = 1;
	return unused;
}

int main(void)
{
	pthread_t writer;

	pthread_create(&writer, NULL, write, NULL);
	while (!ready)
		nanosleep(&moment, NULL);
	assert(data == 1);
	pthread_join(writer, NULL);
	return 0;
}
