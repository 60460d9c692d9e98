// verdict: sc violation, tso violation, pso violation
// property: barrier
// What was a barrier and is overwritten by zeros is none.
#include <pthread.h>
#include <string.h>

static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, 0, 1);
    memset(&barrier, 0, sizeof barrier);
    pthread_barrier_wait(&barrier);
    return 0;
}
