// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *run(void *p) { while (pthread_mutex_trylock(&m)) ; x++; pthread_mutex_unlock(&m); return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    run(0);
    pthread_join(a, 0);
    assert(x == 2);
    return 0;
}
