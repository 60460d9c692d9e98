// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// A statement that is the whole branch is a block (C17, 6.8.4p3).
#include <assert.h>

int main(void)
{
    int *p = 0;
    if (1)
        p = &(int){ 3 };
    assert(*p == 3);
    return 0;
}
