// error: 4:1 unterminated
#include <assert.h>

#if 1
int main(void)
{
    assert(1);
    return 0;
}
