// least: rc11 0 cost 0 dropped 6, arm8 1 cost 2 dropped 5
// The older builtins have a fixed order; where they need less, newer ones take their place. Those that compare have no like.
#include <assert.h>
#include <pthread.h>

static int data, flag, other;

static void *write(void *unused)
{
	__sync_fetch_and_add(&other, 1);
	__sync_lock_test_and_set(&data, 1);
	__sync_lock_release(&other);
	__sync_add_and_fetch(&flag, 1);
	return unused;
}

static void *read(void *unused)
{
	if (__sync_fetch_and_or(&flag, 0)) {
		int found = __sync_fetch_and_add(&data, 0);
		assert(found == 1);
		__sync_bool_compare_and_swap(&other, 2, 3);
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
