// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t a;
volatile int set;
void *run(void *p)
{
    pthread_t me = pthread_self();
    assert(pthread_equal(me, me));
    assert(!pthread_equal(me, *(pthread_t *)p));
    while (!set) ;
    assert(pthread_equal(me, a));
    return 0;
}
int main(void)
{
    pthread_t me = pthread_self();
    pthread_create(&a, 0, run, &me);
    __sync_synchronize();
    set = 1;
    assert(!pthread_equal(me, a));
    pthread_join(a, 0);
    return 0;
}
