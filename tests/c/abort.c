// verdict: sc violation, tso violation, pso violation
// property: error location reached
#include <stdlib.h>

int main(void)
{
    int x = 0;
    if (x == 0)
        abort();
    return 0;
}
