// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_destroy(&m); pthread_mutex_lock(&m); assert(1);
    return 0; }
