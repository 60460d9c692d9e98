// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    assert(1);
    int *p = 0;
    for (;;) {
        int own[2] = { 1, 2 };
        p = own + 1;
        break;
    }
    *p = 3;
    return 0;
}
