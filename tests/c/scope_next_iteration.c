// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

int main(void)
{
    assert(1);
    int *before = 0;
    for (int i = 0; i < 2; i++) {
        int own = i;
        if (before && *before == 0)
            return 1;
        before = &own;
    }
    return 0;
}
