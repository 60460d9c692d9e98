// verdict: sc safe, tso safe, pso safe
// A test of assert itself: an expression that is a pointer, an assignment, and under NDEBUG nothing.
#include <assert.h>

int main(void)
{
    int x = 1, *p = &x;
    assert(p);
    assert(x = 5);
    assert("text" && x == 5);
    assert(x == 5 ? 1 : 0), x++;
    static_assert(sizeof(int) == 4, "width");
#define NDEBUG
#include <assert.h>
    assert(x++ == 1000);
#undef NDEBUG
#include <assert.h>
    assert(x == 6);
    return 0;
}
