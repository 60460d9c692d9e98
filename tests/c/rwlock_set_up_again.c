// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
	pthread_rwlock_t l;
	pthread_rwlock_init(&l, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_destroy(&l);
	pthread_rwlock_init(&l, 0); pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_destroy(&l);
	assert(1);
	return 0;
}
