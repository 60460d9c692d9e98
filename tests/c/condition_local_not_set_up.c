// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) { pthread_cond_t c; pthread_cond_signal(&c); assert(1); return 0; }
