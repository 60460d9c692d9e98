// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
#include <assert.h>

static int *choose(int which)
{
    static int *result;
    switch (which) {
        int own;
    case 1:
        result = &own;
    }
    return result;
}

int main(void)
{
    assert(1);
    *choose(1) = 1;
    return 0;
}
