// error: 9:12 _Complex
#include <assert.h>

_Complex double z;

int main(void)
{
    assert(1);
    return z == z;
}
