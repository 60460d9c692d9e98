// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// The path on which the number is set has started no thread where it joins one that has.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int number, other;

static void *first(void *unused)
{
    other = number;
    return unused;
}

static void *second(void *unused)
{
    assert(number == 0);
    number = 2;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    int starts = __VERIFIER_nondet_int();
    if (starts)
        pthread_create(&one, NULL, first, NULL);
    else
        number = 1;
    pthread_create(&two, NULL, second, NULL);
    if (starts)
        pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
