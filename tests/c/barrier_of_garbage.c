// verdict: sc violation, tso violation, pso violation
// property: barrier misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) { pthread_barrier_t b; pthread_barrier_wait(&b); assert(1);
    return 0; }
