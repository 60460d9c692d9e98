// verdict: sc safe, tso safe, pso safe
// Store buffering with the full fence of x86 in assembly.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r0, r1;

static void *left(void *argument)
{
    x = 1;
    __asm__ __volatile__("mfence" ::: "memory");
    r0 = y;
    return argument;
}

static void *right(void *argument)
{
    y = 1;
    asm volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
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
