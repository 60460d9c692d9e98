// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) { sem_t s; sem_init(&s, 0, 1); sem_destroy(&s); sem_wait(&s); assert(1); return 0; }
