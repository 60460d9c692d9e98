// least: lkmm 0 cost 0 dropped 0, rc11 0 cost 0 dropped 0
// What has the name of a function of C11's header and is the kernel's: it orders more than any order of C, and stays.
#include <assert.h>
#include <linux/atomic.h>
#include <pthread.h>

static atomic_t count;

static void *first(void *unused)
{
	atomic_fetch_add(1, &count);
	return unused;
}

static void *second(void *unused)
{
	atomic_fetch_or(4, &count);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(atomic_read(&count) == 5);
	return 0;
}
