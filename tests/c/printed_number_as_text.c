// verdict: sc violation, tso violation, pso violation
#include <stdio.h>
int main(void)
{
    printf("%d %s\n", 3, 42);
    return 0;
}
