// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int x;
void *run(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_lock(&m); assert(0); return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    assert(0);
    return 0;
}
