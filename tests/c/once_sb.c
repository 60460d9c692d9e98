// An initialisation that is over orders nothing: the threads only read its flag.
// verdict: sc safe, tso violation, pso violation
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x, y, r1, r2;

static void nothing(void)
{
}

static void *thread1(void *unused)
{
	x = 1;
	pthread_once(&once, nothing);
	r1 = y;
	return NULL;
}

static void *thread2(void *unused)
{
	y = 1;
	pthread_once(&once, nothing);
	r2 = x;
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_once(&once, nothing);
	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(r1 == 1 || r2 == 1);
	return 0;
}
