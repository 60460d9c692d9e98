// verdict: sc violation, tso violation, pso violation
// property: access after free
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    long *numbers = calloc(2, sizeof *numbers);
    fwrite(numbers, sizeof *numbers, 2, stdout);
    free(numbers);
    fwrite(numbers, sizeof *numbers, 2, stdout);
    return 0;
}
