// verdict: sc violation, tso violation, pso violation
// property: barrier misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t *b;
void *run(void *p) { pthread_barrier_wait(b); return 0; }
int main(void)
{
    pthread_t a;
    b = malloc(sizeof *b);
    pthread_create(&a, 0, run, 0);
    pthread_barrier_wait(b);
    pthread_join(a, 0);
    assert(1);
    return 0;
}
