// A thread that pauses is woken by signals alone, and there are none.
// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int after;
static void *sleeper(void *unused)
{
    pause();
    after = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, sleeper, 0);
    assert(after == 0);
    return 0;
}
