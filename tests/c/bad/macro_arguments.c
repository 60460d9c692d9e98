// error: 8:12 too few arguments
#include <assert.h>

#define TWO(a, b) ((a) + (b))

int main(void)
{
    assert(TWO(1) == 2);
    return 0;
}
