// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
// The number of elements is read, and the last one is written where there may be none.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char count = __VERIFIER_nondet_uchar() & 3;
    int *numbers = malloc(sizeof *numbers);
    numbers[0] = 1;
    if (count == 0)
        count = 1;
    numbers = realloc(numbers, count * sizeof *numbers);
    numbers[2] = 3;
    return numbers[0];
}
