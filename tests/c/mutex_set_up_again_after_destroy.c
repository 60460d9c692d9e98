// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0); assert(pthread_mutex_lock(&m) == 0); return 0; }
