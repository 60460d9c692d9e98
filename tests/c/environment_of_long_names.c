// verdict: sc safe
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    char *p = getenv("A_VARIABLE_THAT_NOBODY_SETS"), *q = getenv("A_VARIABLE_THAT_NOBODY_SETS");
    assert((p == 0) == (q == 0));
    return 0;
}
