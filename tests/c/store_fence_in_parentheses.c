// verdict: sc safe, tso violation, pso violation
// Store buffering with the store fence of x86, which does not help, named within parentheses.
#include <assert.h>
#include <pthread.h>

#define fence() ((__builtin_ia32_sfence)())

volatile int x, y;
int r0, r1;

static void *left(void *argument)
{
    x = 1;
    (__builtin_ia32_sfence)();
    r0 = y;
    return argument;
}

static void *right(void *argument)
{
    y = 1;
    fence();
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
