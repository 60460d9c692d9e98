// Where nobody takes what threads hand back, it does not matter that they say nothing.
// verdict: sc safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *argument)
{
	atomic_fetch_add(&done, 1);
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(done == 2);
	return 0;
}
