// title: the transitive closure of a graph as a fixpoint, by N threads that meet twice in each step
// origin: Kokologiannakis, Vafeiadis, "BAM: Efficient Model Checking for Barriers" (2021), section 4.2; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
// count: -DN=3 sc 1/0, -DN=4 sc 1/0, -DN=5 sc 1/0
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif
#define NODES 4

static pthread_barrier_t barrier;
/* A path through all nodes; each step reads one copy and writes the other. */
static char reach[2][NODES][NODES] = {
	{ { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { 0, 0, 0, 0 } },
};
static char changed[N];

static void *thread(void *arg)
{
	long me = (long)arg;
	int from = 0, again;

	do {
		changed[me] = 0;
		for (int i = me; i < NODES; i += N)
			for (int j = 0; j < NODES; j++) {
				char old = reach[from][i][j], new = old;
				for (int k = 0; k < NODES && !new; k++)
					new = reach[from][i][k] && reach[from][k][j];
				reach[1 - from][i][j] = new;
				if (new != old)
					changed[me] = 1;
			}
		pthread_barrier_wait(&barrier);
		again = 0;
		for (int i = 0; i < N; i++)
			again |= changed[i];
		from = 1 - from;
		pthread_barrier_wait(&barrier);
	} while (again);
	return NULL;
}

int main(void)
{
	pthread_t threads[N];

	pthread_barrier_init(&barrier, NULL, N);
	for (long i = 0; i < N; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < NODES; i++)
		for (int j = 0; j < NODES; j++)
			assert(reach[0][i][j] == (i < j) && reach[1][i][j] == (i < j));
	return 0;
}
