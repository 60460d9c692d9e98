// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p) { pthread_mutex_lock(&m); return 0; }
int main(void)
{
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, f, 0);
    pthread_join(a, 0);
    assert(0);
    return 0;
}
