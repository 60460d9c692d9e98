// fewest: rc11 2 cost 4, arm8 1 cost 2, riscv 1 cost 4, lkmm 1 cost 3
// Publication as by RCU: an updater fills a new version and publishes it; a reader follows what it finds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct version {
	int one, other;
};

struct version first = { 1, 1 }, second;
_Atomic(struct version *) current = &first;

static void *updater(void *unused)
{
	second.one = 2;
	second.other = 2;
	//@
	atomic_store_explicit(&current, &second, memory_order_relaxed);
	return unused;
}

static void *reader(void *unused)
{
	struct version *seen = atomic_load_explicit(&current, memory_order_relaxed);
	//@
	int one = seen->one, other = seen->other;
	assert(one == other && one > 0);
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, updater, 0);
	pthread_create(&t2, 0, reader, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	return 0;
}
