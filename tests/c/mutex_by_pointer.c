// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;
void *run(void *p) { pthread_mutex_t *m = p; pthread_mutex_lock(m); x++; pthread_mutex_unlock(m); return 0; }
int main(void)
{
    pthread_mutex_t m;
    pthread_t a;
    pthread_mutex_init(&m, 0);
    pthread_create(&a, 0, run, &m);
    run(&m);
    pthread_join(a, 0);
    assert(x == 2);
    pthread_mutex_destroy(&m);
    return 0;
}
