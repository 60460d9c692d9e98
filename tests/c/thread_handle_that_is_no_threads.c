// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) { pthread_join((pthread_t)12345, 0); assert(1);
    return 0; }
