// error: 2:1 no_such_header.h
#include "no_such_header.h"
#include <assert.h>

int main(void)
{
    assert(1);
    return 0;
}
