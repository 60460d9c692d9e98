// verdict: sc violation
// property: assertion violated
#include <assert.h>

int main(void)
{
    static int word;
    int found = 0;
    __asm__ __volatile__("lock ; cmpxchg %2, %1" : "+a"(found), "+m"(word) : "r"(1) : "memory");
    assert(word == 0);
    return 0;
}
