// verdict: sc safe, tso safe, pso safe
// A character of a name may be written as its number (C17, 6.4.3).
#include <assert.h>

int caf\u00e9 = 4;
int na\U000000efve(int é)
{
    return é + 1;
}

int main(void)
{
    assert(café == 4 && caf\u00E9 == 4 && naïve(café) == 5);
    return 0;
}
