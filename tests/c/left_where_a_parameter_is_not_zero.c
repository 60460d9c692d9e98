// verdict: sc violation, tso violation, pso violation
// Whether a loop ends that does nothing hangs on both parameters.
#include <assert.h>
static int one(void) { return 1; }
static void ends(int a, int b)
{
    for (;;) {
        if (a) {
            if (b)
                return;
        }
    }
}
static void runs_on(int a, int b)
{
    for (;;)
        if (!a)
            if (b)
                return;
}
int main(void)
{
    int b = one();
    ends(b, 1);
    ends(1, one());
    if (b == 2)
        runs_on(1, b);
    assert(0);
    return 0;
}
