// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) { pthread_mutex_t m; pthread_mutex_unlock(&m); assert(1);
    return 0; }
