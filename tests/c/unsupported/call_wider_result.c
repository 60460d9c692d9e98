// error: 13:12 is called through a type with a wider result
// The caller would look at bits that nobody has set.
#include <assert.h>

static int same(int x)
{
    return x;
}

int main(void)
{
    long (*f)(int) = (long (*)(int))same;
    assert(f(5) == 5);
    return 0;
}
