// error: 13:12 is called through a type with a narrower parameter
// The callee would look at bits that nobody has set.
#include <assert.h>

static long same(long x)
{
    return x;
}

int main(void)
{
    long (*f)(int) = (long (*)(int))same;
    assert(f(5) == 5);
    return 0;
}
