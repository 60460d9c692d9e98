// verdict: sc safe, tso violation, pso violation
// property: assertion
// An attempt that fails is no fence: POSIX does not say so, and a library may look at the mutex and return.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
volatile int x, y;
int first = 1, second = 1;

static void *tries(void *unused)
{
	x = 1;
	if (pthread_mutex_trylock(&mutex))
		first = y;
	return unused;
}

static void *fences(void *unused)
{
	y = 1;
	__sync_synchronize();
	second = x;
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_mutex_lock(&mutex);
	pthread_create(&a, 0, tries, 0);
	pthread_create(&b, 0, fences, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(first || second);
	return 0;
}
