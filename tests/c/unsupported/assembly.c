// error: 8:5 assembly
#include <assert.h>

int main(void)
{
    int x = 1;
    assert(x);
    __asm__ volatile("incl %0" : "+r"(x));
    return x;
}
