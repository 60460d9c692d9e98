// verdict: sc violation, tso violation, pso violation
// property: assertion
// Two variables without a value need not have the same.
#include <assert.h>
int main(void)
{
    int r[2];
    for (int i = 0; i < 2; i++) {
        int a;
        r[i] = a;
    }
    assert(r[0] == r[1]);
    return 0;
}
