// error: main
#include <assert.h>

int helper(int x)
{
    assert(x);
    return x;
}
