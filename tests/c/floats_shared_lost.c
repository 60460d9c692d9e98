// verdict: sc violation, tso violation, pso violation
// property: assertion
// Half of what was there is lost when both have read it before either writes.
#include <assert.h>
#include <pthread.h>

static double balance = 1;

static void *add(void *argument)
{
    balance += 0.5;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance >= 2.0);
    return 0;
}
