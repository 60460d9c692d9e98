// verdict: sc safe, tso violation, pso violation
// property: error location reached
// The error function is the program's own, and its body calls a function of the C library.
#include <pthread.h>

extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__))
__attribute__((__noreturn__));
void reach_error()
{
    __assert_fail("0", "reach_error.c", 12, "reach_error");
}

int x, y, r0, r1;

void *left(void *argument)
{
    x = 1;
    r0 = y;
    return 0;
}

void *right(void *argument)
{
    y = 1;
    r1 = x;
    return 0;
}

int main()
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (!(r0 || r1)) {
    ERROR:
        reach_error();
        abort();
    }
    return 0;
}
