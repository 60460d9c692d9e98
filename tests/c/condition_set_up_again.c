// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) { pthread_cond_t c; pthread_cond_init(&c, 0); pthread_cond_destroy(&c); pthread_cond_init(&c, 0); pthread_cond_signal(&c); pthread_cond_destroy(&c); assert(1); return 0; }
