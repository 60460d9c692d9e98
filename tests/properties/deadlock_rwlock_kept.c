// title: a reader that leaves without giving the lock keeps the writer waiting for good
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

static pthread_rwlock_t lock;
static int stock = 1;

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	if (stock == 0)
		return arg;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t thread;
	pthread_rwlock_init(&lock, 0);
	pthread_create(&thread, 0, reader, 0);
	pthread_rwlock_wrlock(&lock);
	stock = 0;
	pthread_rwlock_unlock(&lock);
	pthread_rwlock_wrlock(&lock);
	stock = 2;
	pthread_rwlock_unlock(&lock);
	pthread_join(thread, 0);
	return 0;
}
