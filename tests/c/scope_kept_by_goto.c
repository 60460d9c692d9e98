// verdict: sc safe, tso safe, pso safe
// A jump back over a declaration stays in the block, and the variable lives on.
#include <assert.h>

int main(void)
{
    int *p = 0;
    {
    again:;
        int own;
        if (!p) {
            p = &own;
            own = 1;
            goto again;
        }
        *p = 2;
        assert(own == 2);
    }
    return 0;
}
