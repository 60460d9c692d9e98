// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box { pthread_t later; volatile int set; } box;
void *late(void *p) { int *r = malloc(sizeof *r); *r = 5; return r; }
void *joiner(void *p)
{
    void *r;
    while (!box.set) ;
    pthread_join(box.later, &r);
    assert(*(int *)r != 5);
    return 0;
}
int main(void)
{
    pthread_t j;
    pthread_create(&j, 0, joiner, 0);
    pthread_create(&box.later, 0, late, 0);
    __sync_synchronize();
    box.set = 1;
    pthread_join(j, 0);
    return 0;
}
