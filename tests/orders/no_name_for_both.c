// verdict: sc safe, tso safe, rc11 violation
// An exchange that has to acquire and to release, of a family that has a name for each and one for more, and none for just these two. To
// write both names would be cheaper, if a call could have two.
#include <assert.h>
#include <pthread.h>

static int first, second, place;

static inline int swap(int *at, int value)
{
	return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}

static inline int swap_acquire(int *at, int value)
{
	return __atomic_exchange_n(at, value, __ATOMIC_ACQUIRE);
}

static inline int swap_release(int *at, int value)
{
	return __atomic_exchange_n(at, value, __ATOMIC_RELEASE);
}

static inline int swap_relaxed(int *at, int value)
{
	return __atomic_exchange_n(at, value, __ATOMIC_RELAXED);
}

static void *give(void *unused)
{
	first = 1;
	__atomic_store_n(&place, 1, __ATOMIC_RELEASE);
	return unused;
}

static void *pass(void *unused)
{
	second = 1;
	if (swap_relaxed(&place, 2) == 1)
		assert(first == 1);
	return unused;
}

static void *take(void *unused)
{
	if (__atomic_load_n(&place, __ATOMIC_ACQUIRE) == 2)
		assert(second == 1);
	return unused;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, 0, give, 0);
	pthread_create(&b, 0, pass, 0);
	pthread_create(&c, 0, take, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
