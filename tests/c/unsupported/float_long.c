// error: 8:12 floating point of this format
#include <assert.h>

int main(void)
{
    long double x = 3;
    assert(1);
    return x * 1.5 > 3;
}
