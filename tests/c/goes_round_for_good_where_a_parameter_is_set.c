// verdict: sc safe, tso safe, pso safe
// gcc: no, it runs for good
#include <assert.h>
static void runs_on(int a, int b)
{
    for (;;)
        if (!a)
            if (b)
                return;
}
int main(void)
{
    runs_on(1, 1);
    assert(0);
    return 0;
}
