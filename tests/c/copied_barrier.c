// verdict: sc violation, tso violation, pso violation
// property: barrier
// Nor is a copy of a barrier one.
#include <pthread.h>
#include <string.h>

static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_t copy;
    pthread_barrier_init(&barrier, 0, 1);
    memcpy(&copy, &barrier, sizeof copy);
    pthread_barrier_wait(&copy);
    return 0;
}
