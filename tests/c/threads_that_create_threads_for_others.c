// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job { pthread_t child; volatile int ready; volatile int out; } job;
void *child(void *p) { ((struct job *)p)->out = 9; return p; }
void *maker(void *p)
{
    struct job *j = p;
    pthread_t t;
    pthread_create(&t, 0, child, j);
    j->child = t;
    __sync_synchronize();
    j->ready = 1;
    return 0;
}
void *joiner(void *p)
{
    struct job *j = p;
    void *r;
    while (!j->ready) ;
    pthread_join(j->child, &r);
    assert(((struct job *)r)->out == 9);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&b, 0, joiner, &job);
    pthread_create(&a, 0, maker, &job);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
