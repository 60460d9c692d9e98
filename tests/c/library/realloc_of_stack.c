// verdict: sc violation, tso violation, pso violation
// property: invalid free
#include <stdlib.h>

int main(void)
{
    int number = 1, *start = &number;
    int *moved = realloc(start, 8);
    return moved[0];
}
