// verdict: sc violation, tso violation, pso violation
// property: assertion
// A comparison answers a number of the right sign, which need not be 1.
#include <assert.h>
#include <string.h>
int main(void)
{
    char left[2] = "c", right[2] = "a";
    int sign = strcmp(left, right);
    assert(sign > 0);
    assert(sign == 1);
    return 0;
}
