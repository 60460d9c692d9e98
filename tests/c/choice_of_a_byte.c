// verdict: sc violation, tso violation, pso violation
// property: assertion
// A byte that nobody has written, used bit by bit.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    unsigned char *p = malloc(1);
    unsigned char bits = *p;
    assert(!(bits & 1) || bits >> 4 != 9);
    return 0;
}
