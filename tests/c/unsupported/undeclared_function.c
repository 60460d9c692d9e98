// error: 8:9 mystery
#include <assert.h>

int main(void)
{
    int x;
    assert(1);
    x = mystery(3);
    return x;
}
