// error: 7:5 nowhere
#include <assert.h>

int main(void)
{
    assert(1);
    goto nowhere;
}
