// error: 4:12 a name for the assembler (of `first`) is not supported
#include <assert.h>
int second = 3;
extern int first __asm__("second");
int main(void)
{
    assert(first == 4);
    return 0;
}
