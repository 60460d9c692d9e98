// verdict: sc violation, tso violation, pso violation
// property: invalid free
#include <stdlib.h>

int main(void)
{
    void (*put)(void *) = free;
    void *block = malloc(4);
    put(block);
    put(block);
    return 0;
}
