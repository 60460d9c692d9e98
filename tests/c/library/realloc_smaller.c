// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(4, sizeof *numbers);
    numbers = realloc(numbers, 3 * sizeof *numbers);
    numbers[3] = 1;
    return 0;
}
