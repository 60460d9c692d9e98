// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Two variables of the environment have two texts.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *one = getenv("ONE"), *other = getenv("OTHER");
    if (one && other)
        assert(strcmp(one, other) == 0);
    return 0;
}
