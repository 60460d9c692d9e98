// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x[2];
void *run(void *p) { x[(long)p] = 1; return 0; }
int main(void)
{
    pthread_t *t = malloc(2 * sizeof *t);
    pthread_create(t, 0, run, (void *)0);
    pthread_create(t + 1, 0, run, (void *)1);
    pthread_join(t[1], 0);
    pthread_join(t[0], 0);
    assert(x[0] + x[1] == 2);
    free(t);
    return 0;
}
