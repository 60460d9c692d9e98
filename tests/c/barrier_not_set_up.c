// verdict: sc violation, tso violation, pso violation
// property: barrier misused
// Nobody has set the barrier up.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;

int main(void)
{
    pthread_barrier_wait(&meeting);
    assert(1);
    return 0;
}
