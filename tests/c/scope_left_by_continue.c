// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    assert(1);
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (p)
            *p = 3;
        int own = 0;
        p = &own;
        continue;
    }
    return 0;
}
