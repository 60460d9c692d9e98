// verdict: sc violation, tso violation, pso violation
// What comes behind the value is for the last of the elements, so that the first one has a zero.
#include <assert.h>

struct p { int x, y; };

int main(void)
{
    struct p a[4] = { [0 ... 1] = 1, 2, 3 };
    assert(a[0].y == 2);
    return 0;
}
