// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char line[4] = "abc";
    if (fgets(line, sizeof line, stdin))
        assert(line[0] != 'x' || line[1] != 'y');
    return 0;
}
