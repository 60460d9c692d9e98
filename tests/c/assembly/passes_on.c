// verdict: sc safe, tso safe
// Assembly without instructions hides a value from the compiler and gives it on.
#include <assert.h>

static int hidden(int value)
{
    int shown;
    __asm__("" : "=r"(shown) : "0"(value));
    return shown;
}

int main(void)
{
    long both = 7;
    unsigned char narrow;
    __asm__ __volatile__("" : "=r"(narrow), "+r"(both) : "0"((unsigned char)200) : "memory");
    assert(hidden(5) == 5 && narrow == 200 && both == 7);
    return 0;
}
