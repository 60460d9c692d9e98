// title: Two threads that raise their flags, and take them down again where the other's is raised
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int count;

static void *enter(void *arg)
{
	int me = (long)arg;

	for (;;) {
		atomic_store(&flag[me], 1);
		if (!atomic_load(&flag[!me]))
			break;
		atomic_store(&flag[me], 0);
	}
	count++;
	atomic_store(&flag[me], 0);
	return 0;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, enter, (void *)0);
	pthread_create(&b, 0, enter, (void *)1);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(count == 2);
	return 0;
}
