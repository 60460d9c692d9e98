// error: 8:12 division of `__int128`
#include <assert.h>

unsigned __int128 wide, by = 3;

int main(void)
{
    assert(wide / by == 0);
    return 0;
}
