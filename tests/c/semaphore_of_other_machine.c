// verdict: sc violation, tso violation
// A preprocessed program for 32 bits declares smaller objects of the library than there are here.
#include <assert.h>
typedef union { char __size[16]; long int __align; } sem_t;
typedef union { char __size[32]; int __align; } pthread_rwlock_t;
extern int sem_init(sem_t *, int, unsigned);
extern int sem_wait(sem_t *);
extern int pthread_rwlock_init(pthread_rwlock_t *, const void *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
sem_t semaphore;
pthread_rwlock_t lock;
int main(void)
{
	sem_init(&semaphore, 0, 1);
	sem_wait(&semaphore);
	pthread_rwlock_init(&lock, 0);
	pthread_rwlock_rdlock(&lock);
	assert(0 == 1);
	return 0;
}
