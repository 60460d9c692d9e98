// verdict: sc violation, tso violation, pso violation
// property: mutex misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    pthread_mutex_destroy(&m);
    pthread_join(a, 0);
    assert(1);
    return 0;
}
