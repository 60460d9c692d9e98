// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) { sem_t s; sem_post(&s); assert(1); return 0; }
