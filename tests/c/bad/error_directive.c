// error: 5:8 needs configuration
#include <assert.h>

#ifndef CONFIGURED
#error needs configuration
#endif

int main(void)
{
    assert(1);
    return 0;
}
