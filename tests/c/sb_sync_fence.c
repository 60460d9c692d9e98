// verdict: sc safe, tso safe, pso safe
// Store buffering with __sync_synchronize.
#include <assert.h>
#include <pthread.h>

int x, y, r0, r1;

static void *left(void *argument)
{
    x = 1;
    __sync_synchronize();
    r0 = y;
    return argument;
}

static void *right(void *argument)
{
    y = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    r1 = x;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 || r1);
    return 0;
}
