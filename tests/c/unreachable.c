// verdict: sc safe, tso safe, pso safe
#include <assert.h>
static int number(int kind)
{
    if (kind == 1)
        return 4;
    if (kind == 2)
        return 5;
    __builtin_unreachable();
}
int main(void)
{
    assert(number(1) + number(2) == 9);
    return 0;
}
