// title: the time until which a semaphore is waited for, when it is freed already
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static sem_t units;

int main(void)
{
	struct timespec *until = malloc(sizeof *until);

	clock_gettime(CLOCK_REALTIME, until);
	until->tv_sec++;
	free(until);
	sem_init(&units, 0, 1);
	return sem_timedwait(&units, until);
}
