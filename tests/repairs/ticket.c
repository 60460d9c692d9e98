// fewest: rc11 2 cost 4, arm8 2 cost 4, riscv 2 cost 8, power 2 cost 8, lkmm 2 cost 6
// A ticket lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int next, owner;
int counter;

static void *worker(void *unused)
{
	int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
	while (atomic_load_explicit(&owner, memory_order_relaxed) != mine)
		;
	counter++;
	atomic_store_explicit(&owner, mine + 1, memory_order_relaxed);
	return unused;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, worker, 0);
	pthread_create(&t2, 0, worker, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	assert(counter == 2);
	return 0;
}
