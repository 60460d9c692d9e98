// error: 4:40 floating
#include <assert.h>

static int positive(double x) { return x > 0; }

int main(void)
{
    int x = 1;
    assert(x);
    return positive(x);
}
