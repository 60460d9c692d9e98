// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// What a floating-point number looks like is not known.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[3];
    int length = snprintf(text, sizeof text, "%.1f", 0.5);
    assert(length >= 0 && text[length < 2 ? length : 2] == 0);
    assert(text[0] == '1');
    return 0;
}
