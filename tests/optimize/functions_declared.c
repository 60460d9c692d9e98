// least: tso 0 cost 0 dropped 1, rc11 0 cost 0 dropped 4
// Nothing is needed, and compilers tell of the function if no call is left: its body goes, and the calls stay.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void mb(void);

static atomic_int x;

static void *run(void *unused)
{
	mb();
	atomic_fetch_add(&x, 1);
	mb();
	return unused;
}

static void mb(void)
{
	__sync_synchronize();
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, run, 0);
	atomic_fetch_add(&x, 1);
	mb();
	pthread_join(a, 0);
	assert(x == 2);
	return 0;
}
