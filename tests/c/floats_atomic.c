// verdict: sc safe, tso safe, pso safe
// gcc: no, what it makes of these wants another library
// An update of an _Atomic number is one step, though no instruction does it.
#include <assert.h>
#include <pthread.h>

static _Atomic double sum = 1;

static void *add(void *argument)
{
    sum += 0.5;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    sum--;
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sum == 1);
    return 0;
}
