// verdict: sc safe, tso safe, pso safe
// A jump back evaluates the literal again: the object is the same one, and holds its initial value anew.
#include <assert.h>

int main(void)
{
    int round = 0, *p, *q = 0;
again:
    p = &(int){3};
    assert(*p == 3 && (q == 0 || q == p));
    *p = 4;
    q = p;
    if (++round < 3)
        goto again;
    assert(*q == 4);
    return 0;
}
