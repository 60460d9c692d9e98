// error: 1:26 the pragma redefine_extname is not supported
#include <assert.h>
#pragma redefine_extname first second
extern int first(void);
int second(void)
{
    return 3;
}
int main(void)
{
    assert(first() == 4);
    return 0;
}
