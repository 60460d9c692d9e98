// error: 8:12 too few arguments
#include <assert.h>

static int add(int a, int b) { return a + b; }

int main(void)
{
    assert(add(1) == 1);
    return 0;
}
