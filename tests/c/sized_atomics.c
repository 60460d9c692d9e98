// The compiler's atomic functions with a size in their names work on what their pointers point to as unsigned numbers of that size.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

static int count, lock, sum;
static signed char byte;
static unsigned long word;

static void *thread(void *unused)
{
	int expected = 0;

	__sync_fetch_and_add_4(&count, 1);
	while (__atomic_exchange_4(&lock, 1, __ATOMIC_ACQUIRE))
		;
	sum++;
	__atomic_store_4(&lock, 0, __ATOMIC_RELEASE);
	do
		expected = __atomic_load_4(&count, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_4(&count, &expected, expected + 10, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	return unused;
}

int main(void)
{
	pthread_t other;
	void *half = &word;

	pthread_create(&other, 0, thread, 0);
	thread(0);
	pthread_join(other, 0);
	assert(sum == 2 && count == 22);
	__atomic_fetch_sub_1(&byte, __atomic_load_4(&count, __ATOMIC_RELAXED) - 21, __ATOMIC_SEQ_CST);
	assert(byte == -1 && __atomic_load_1(&byte, __ATOMIC_SEQ_CST) == 255);
	assert(__sync_val_compare_and_swap_2(half, 0, 0x1234) == 0 && word == 0x1234);
	assert(__sync_bool_compare_and_swap_8(&word, 0x1234, 5) && __sync_add_and_fetch_8(&word, 2) == 7);
	assert(__sync_lock_test_and_set_8(&word, 9) == 7);
	__sync_lock_release_8(&word);
	assert(word == 0);
	return 0;
}
