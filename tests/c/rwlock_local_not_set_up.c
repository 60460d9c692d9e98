// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) { pthread_rwlock_t l; pthread_rwlock_rdlock(&l); assert(1); return 0; }
