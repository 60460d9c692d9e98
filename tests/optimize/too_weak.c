// least: pso 1 cost 9 dropped 1, tso 0 cost 0 dropped 1, arm8 2 cost 12 dropped 1
// The fence stands behind both writes, where it is of no use: it goes, and one between them comes.
#include <assert.h>
#include <pthread.h>

static volatile int data, flag;

static void *write(void *unused)
{
	data = 1;
	flag = 1;
	__sync_synchronize();
	return unused;
}

static void *read(void *unused)
{
	int seen = flag;
	int found = data;

	assert(!seen || found);
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
