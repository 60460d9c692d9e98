// error: 9:12 __int128
#include <assert.h>

__int128 wide;

int main(void)
{
    assert(1);
    return wide == 1;
}
