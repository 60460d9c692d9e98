// verdict: sc safe, tso safe, pso safe
// A function the program defines does what its body says, also under a name of the library.
#include <assert.h>

static int log_of_calls;

void reach_error(void)
{
    log_of_calls += 1;
}

void abort(void)
{
    log_of_calls += 10;
}

void *memcpy(void *to, const void *from, unsigned long size)
{
    log_of_calls += 100;
    return to;
}

int puts(const char *text)
{
    return 7;
}

int rand(void)
{
    return 4;
}

void *malloc(unsigned long size)
{
    return (void *)size;
}

void free(void *p)
{
    log_of_calls += 1000;
}

int pthread_mutex_lock(int *m)
{
    return *m + 1;
}

void __VERIFIER_atomic_begin(void)
{
    log_of_calls += 10000;
}

int __VERIFIER_nondet_int(void)
{
    return 5;
}

int main(void)
{
    int x = 1, y = 2;
    reach_error();
    abort();
    memcpy(&x, &y, sizeof x);
    free(malloc(24));
    __VERIFIER_atomic_begin();
    assert(x == 1 && puts("a") == 7 && rand() == 4 && malloc(16) == (void *)16);
    assert(pthread_mutex_lock(&y) == 3 && __VERIFIER_nondet_int() == 5);
    assert(log_of_calls == 11111);
    return 0;
}
