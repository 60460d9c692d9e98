// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    int *p;
    if ((p = &(int){ 3 }, *p != 3))
        assert(*p == 3);
    assert(*p == 3);
    return 0;
}
