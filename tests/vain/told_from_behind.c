// title: The last lock that is taken and given back in vain is seen taken by who heard of what came behind the loop
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locks[2], which, stop, done;

static int load(atomic_int *from)
{
	return atomic_load_explicit(from, memory_order_relaxed);
}

static void store(atomic_int *to, int value)
{
	atomic_store_explicit(to, value, memory_order_relaxed);
}

static void *worker(void *arg)
{
	// What is there is known, so that the first round in vain is like the others.
	store(&locks[0], 0);
	store(&locks[1], 0);
	for (;;) {
		if (load(&stop))
			break;
		atomic_int *lock = load(&which) ? &locks[1] : &locks[0];
		if (!atomic_exchange_explicit(lock, 1, memory_order_relaxed))
			store(lock, 0);
	}
	store(&done, 1);
	return arg;
}

static void *user(void *arg)
{
	if (load(&locks[0]) != 1)
		return arg;
	store(&which, 1);
	store(&stop, 1);
	if (!load(&done))
		return arg;
	// The store that gives the second lock back may come later than that to `done`.
	assert(load(&locks[1]) == 0);
	return arg;
}

int main(void)
{
	pthread_t first, second;
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, user, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
