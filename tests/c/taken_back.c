// verdict: sc safe, tso safe, pso safe
// A lock that counts who wants it: whoever comes too late takes the increment back and tries again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wanted;
int counter;

static void *worker(void *arg)
{
	while (atomic_fetch_add(&wanted, 1) != 0)
		atomic_fetch_sub(&wanted, 1);
	counter++;
	atomic_fetch_sub(&wanted, 1);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(counter == 2);
	return 0;
}
