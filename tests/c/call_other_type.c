// verdict: sc safe, tso safe, pso safe
// gcc: no, a call through another type is undefined
// A call through another type passes and returns the low bits, as the machine does.
#include <assert.h>

static int next(int x)
{
    return x + 1;
}

static int narrow(c)
char c;
{
    return c;
}

static long wide(long x)
{
    return x - 1;
}

static int none(void)
{
    return 3;
}

int main(void)
{
    int (*f)(long) = (int (*)(long))next;
    assert(f(5L) == 6);
    assert(((int (*)(long))next)(0x100000007L) == 8);
    int (*g)() = narrow;
    assert(g(300) == 44 && narrow(300) == 44);
    int (*h)(long) = (int (*)(long))wide;
    assert(h(8) == 7);
    int (*n)(int, int) = (int (*)(int, int))none;
    assert(n(1, 2) == 3);
    return 0;
}
