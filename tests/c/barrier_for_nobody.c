// verdict: sc safe, tso safe, pso safe
// A barrier for no thread cannot be set up.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t meeting;
    assert(pthread_barrier_init(&meeting, 0, 0) == EINVAL);
    return 0;
}
