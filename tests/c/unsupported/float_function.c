// error: 8:12 a function on floating point
#include <assert.h>
#include <math.h>

int main(void)
{
    assert(1);
    return pow(2, 0.5) > 3;
}
