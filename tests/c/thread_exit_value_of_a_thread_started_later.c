// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t later;
volatile int set;
void *late(void *p) { if (p) pthread_exit((void *)3); return (void *)4; }
void *joiner(void *p)
{
    void *r;
    while (!set) ;
    pthread_join(later, &r);
    assert(r == (void *)3);
    return r;
}
int main(void)
{
    pthread_t j;
    void *r;
    pthread_create(&j, 0, joiner, 0);
    pthread_create(&later, 0, late, &later);
    __sync_synchronize();
    set = 1;
    pthread_join(j, &r);
    assert(r == (void *)3);
    return 0;
}
