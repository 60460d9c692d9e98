// verdict: sc safe, tso safe, pso safe
// A readers-writer lock in one word: readers count in ones, a writer takes a thousand; who comes too late takes it back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define WRITER 1000
atomic_int lock;
int left, right;

static void *writer(void *arg)
{
	while (atomic_fetch_add(&lock, WRITER) != 0) {
		atomic_fetch_sub(&lock, WRITER);
		while (atomic_load(&lock) != 0)
			;
	}
	left++;
	right++;
	atomic_fetch_sub(&lock, WRITER);
	return NULL;
}

static void *reader(void *arg)
{
	while (atomic_fetch_add(&lock, 1) >= WRITER) {
		atomic_fetch_sub(&lock, 1);
		while (atomic_load(&lock) >= WRITER)
			;
	}
	assert(left == right);
	atomic_fetch_sub(&lock, 1);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
