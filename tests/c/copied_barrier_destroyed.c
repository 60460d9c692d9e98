// verdict: sc violation, tso violation, pso violation
// property: barrier
// It is not to be destroyed, either.
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, 0, 2);
    pthread_barrier_t copy = barrier;
    pthread_barrier_destroy(&copy);
    return 0;
}
