// title: A flag that is raised before the other's is looked at, but seen later than it is looked for
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int count;

static void *enter(void *arg)
{
	int me = (long)arg;

	for (;;) {
		atomic_store_explicit(&flag[me], 1, memory_order_release);
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
