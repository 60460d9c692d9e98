// safe
#include <assert.h>
static int differs(int *outer)
{
    int local = 0;
    return &local != outer;
}
int main(void)
{
    int a = 0, b = 0;
    int *volatile p = &a, *volatile q = &b;
    assert(p != q);
    for (int i = 0; i < 2; i++) {
        int inner = 0;
        int *volatile r = &inner;
        assert(r != p && differs(r) && differs(p));
    }
    return 0;
}
