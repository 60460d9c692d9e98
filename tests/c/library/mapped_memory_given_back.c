// title: mapped memory is used when it has been given back
// origin: written for fencesmith; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static int *shared;

static void *writes(void *arg)
{
	__atomic_store_n(&shared[7], 1, __ATOMIC_RELEASE);
	return arg;
}

int main(void)
{
	pthread_t thread;

	shared = mmap(NULL, 64, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert(shared != MAP_FAILED && ((unsigned long)shared & 4095) == 0);
	assert(shared[7] == 0 && shared[1023] == 0);
	pthread_create(&thread, NULL, writes, NULL);
	pthread_join(thread, NULL);
	munmap(shared, 64);
	assert(shared[7] == 1);
	return 0;
}
