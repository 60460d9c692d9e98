// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A line that has room for the byte behind it and nothing else is an empty one.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[1] = { 'x' };
    assert(!fgets(line, 1, stdin));
    return 0;
}
