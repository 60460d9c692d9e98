// verdict: sc safe, tso safe, pso safe
// Message passing with the store fence of x86, which is all that is missing.
#include <assert.h>
#include <pthread.h>

volatile int data, ready;
int r0 = -1;

static void *left(void *argument)
{
    data = 42;
    __asm__ volatile("sfence" ::: "memory");
    ready = 1;
    return argument;
}

static void *right(void *argument)
{
    if (ready)
        r0 = data;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 == -1 || r0 == 42);
    return 0;
}
