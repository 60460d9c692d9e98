// verdict: sc violation, tso violation, pso violation
// property: barrier
// One in a block that realloc has moved lies elsewhere.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_barrier_t *barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 1);
    barrier = realloc(barrier, 2 * sizeof *barrier);
    pthread_barrier_wait(barrier);
    return 0;
}
