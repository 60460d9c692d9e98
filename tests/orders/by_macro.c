// verdict: sc safe, tso safe, rc11 violation
// Macros that differ by an order and their names, used in the text and in the body of another macro.
#include <assert.h>
#include <pthread.h>

#define get_relaxed(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define get_acquire(at) /* what follows stays behind it */ \
	__atomic_load_n((at), __ATOMIC_ACQUIRE)
#define set_relaxed(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define set_release(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)

#define PUBLISH(v) set_relaxed(&flag, v)

static int data, flag;

static void *write(void *unused)
{
	set_relaxed(&data, 1);
	PUBLISH(1);
	return unused;
}

static void *read(void *unused)
{
	if (get_relaxed(&flag))
		assert(get_relaxed(&data) == 1);
	return unused;
}

int main(void)
{
	pthread_t writer, reader;
	set_release(&data, 0);
	pthread_create(&writer, 0, write, 0);
	pthread_create(&reader, 0, read, 0);
	pthread_join(writer, 0);
	pthread_join(reader, 0);
	return get_acquire(&data) - 1;
}
