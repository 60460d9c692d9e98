// error: 8:12 floating
#include <assert.h>

int main(void)
{
    int x = 3;
    assert(x == 3);
    return x * 1.5 > 3;
}
