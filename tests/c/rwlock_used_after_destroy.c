// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_destroy(&l); pthread_rwlock_rdlock(&l); assert(1); return 0; }
