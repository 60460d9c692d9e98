// verdict: sc safe, tso safe, pso safe
// The __CPROVER_* names.
#include <pthread.h>

int nondet_int(void);
unsigned char nondet_uchar(void);

int x, y, r0, r1, n;

static void *left(void *argument)
{
    x = 1;
    __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence");
    r0 = y;
    __CPROVER_atomic_begin();
    n++;
    __CPROVER_atomic_end();
    return argument;
}

static void *right(void *argument)
{
    y = 1;
    __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence");
    r1 = x;
    __CPROVER_atomic_begin();
    n++;
    __CPROVER_atomic_end();
    return argument;
}

int main(void)
{
    int i = nondet_int();
    __CPROVER_assume(i == 2 || i == 3);
    __CPROVER_assert(i / 2 == 1, "half");
    unsigned char c = nondet_uchar();
    __CPROVER_assert(c < 256, "range");
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    __CPROVER_assert(r0 || r1, "one of them saw the other");
    __CPROVER_assert(n == 2, "both counted");
    return 0;
}
