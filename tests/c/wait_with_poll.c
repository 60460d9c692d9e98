// verdict: sc safe, tso safe, pso safe
// A sleep of another spelling, now and then.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *waits(void *arg)
{
    int attempts = 0;
    while (!atomic_load(&ready)) {
        if (++attempts >= 10) {
            (void)poll(0, 0, 10);
            attempts = 0;
        }
    }
    assert(data == 1);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, waits, 0);
    data = 1;
    atomic_store(&ready, 1);
    pthread_join(other, 0);
    return 0;
}
