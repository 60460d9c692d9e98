// verdict: sc safe, tso safe, pso safe
// A format that wants another size than the argument has takes the low bits.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[24];
    assert(sprintf(text, "%d %x", 5L, 0x100000002L) == 3 && strcmp(text, "5 2") == 0);
    return 0;
}
