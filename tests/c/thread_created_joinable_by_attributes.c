// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;
void *run(void *p) { x = 1; return 0; }
int main(void)
{
    pthread_t a;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
    assert(pthread_create(&a, &attr, run, 0) == 0);
    pthread_join(a, 0);
    assert(x == 1);
    pthread_attr_destroy(&attr);
    return 0;
}
