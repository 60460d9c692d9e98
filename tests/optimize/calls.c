// least: rc11 2 cost 4 dropped 7, arm8 2 cost 4 dropped 7
// Calls of C11's functions that say no order get one, also within each other; of a compare-and-exchange two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag, turn;
static atomic_flag held = ATOMIC_FLAG_INIT;
static int old;

static void *write(void *unused)
{
	int zero = 0;

	atomic_store(&data, atomic_load(&turn) + 1);
	old = atomic_fetch_add(&turn, 2);
	if (!atomic_flag_test_and_set(&held))
		atomic_flag_clear( &held );
	atomic_compare_exchange_strong(&flag, &zero, 1);
	return unused;
}

static void *read(void *unused)
{
	if (atomic_exchange(&flag, 0)) {
		int found = atomic_load(&data);
		assert(found == 1 && atomic_load(&turn) == 2);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, write, 0);
	pthread_create(&b, 0, read, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
