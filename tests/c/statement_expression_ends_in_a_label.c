// verdict: sc safe, tso safe, pso safe
#include <assert.h>
int main(void)
{
    int n = 0;
    int z = ({ again: n++; if (n < 3) goto again; last: n + 2; });
    assert(z == 5);
    return 0;
}
