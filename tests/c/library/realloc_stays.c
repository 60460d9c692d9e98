// verdict: sc violation, tso violation, pso violation
// A block that gets smaller may stay where it is.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(2 * sizeof *numbers);
    if (!numbers)
        return 0;
    int *fewer = realloc(numbers, sizeof *numbers);
    assert(fewer != numbers);
    return 0;
}
