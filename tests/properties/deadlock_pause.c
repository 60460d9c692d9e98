// title: a thread pauses for good if it comes too early; what it has read is overwritten since, which wakes nobody
// origin: written for this repository; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, rc11 violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int ready;

static void *waits(void *unused)
{
	if (atomic_load(&ready) == 0)
		pause();
	return unused;
}

static void *sets(void *unused)
{
	atomic_store(&ready, 1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, waits, 0);
	pthread_create(&b, 0, sets, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
