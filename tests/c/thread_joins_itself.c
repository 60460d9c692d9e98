// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
int main(void)
{
    pthread_t me = pthread_self();
    assert(me == pthread_self());
    pthread_join(me, 0);
    return 0;
}
