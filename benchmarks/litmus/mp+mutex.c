// title: message passing (MP), each access in a critical section of its own
// origin: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014), MP; licence: MIT OR Apache-2.0
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

int data, flag;
int r1, r2;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *thread1(void *arg)
{
	pthread_mutex_lock(&m);
	data = 1;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	flag = 1;
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *thread2(void *arg)
{
	pthread_mutex_lock(&m);
	r1 = flag;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	r2 = data;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, thread1, NULL);
	pthread_create(&t2, NULL, thread2, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	assert(!(r1 == 1 && r2 == 0));
	return 0;
}
