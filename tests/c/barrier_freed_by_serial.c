// The one that is told apart destroys the barrier and gives its memory back at once; the other one may still be leaving.
// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe, power safe
#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t *barrier;
static void *worker(void *unused)
{
	if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
		pthread_barrier_destroy(barrier);
		free(barrier);
	}
	return 0;
}
int main(void)
{
	barrier = malloc(sizeof *barrier);
	pthread_barrier_init(barrier, 0, 2);
	pthread_t s, t;
	pthread_create(&s, 0, worker, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
