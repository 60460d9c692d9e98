// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <stdio.h>

int main(void)
{
    char name[8];
    sprintf(name, "worker%d", 10);
    return name[0] == 'w';
}
