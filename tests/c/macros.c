// verdict: sc safe, tso safe, pso safe
// What the preprocessor does: arguments, pasting, strings, variadic macros, conditions, continued lines.
#include <assert.h>

#define SQUARE(x) ((x) * (x))
#define GLUE(a, b) a##b
#define NAME(x) #x
#define SUM(...) sum((int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ }) / sizeof(int))
#define SET(target, value) \
    do {                   \
        target = (value);  \
    } while (0)
#if defined SQUARE && !defined MISSING && (2 + 3 * 2 == 8)
#define CHOSEN 1
#else
#error wrong branch
#endif

static int sum(const int *a, unsigned long n)
{
    int s = 0;
    for (unsigned long i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void)
{
    int GLUE(val, ue) = 3;
    assert(SQUARE(value + 1) == 16);
    assert(NAME(a b)[2] == 'b' && sizeof NAME(abc) == 4);
    assert(SUM(1, 2, 3) == 6 && SUM(9) == 9);
    if (value)
        SET(value, 8);
    else
        SET(value, 9);
    assert(value == 8 && CHOSEN);
    assert(__LINE__ > 1 && __COUNTER__ + 1 == __COUNTER__);
#undef SQUARE
#define SQUARE(x) 0
    assert(SQUARE(3) == 0);
    assert(__func__[0] == 'm');
    return 0;
}
