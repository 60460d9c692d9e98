// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) { pthread_cond_destroy(&c); pthread_cond_broadcast(&c); assert(1); return 0; }
