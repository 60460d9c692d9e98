// verdict: sc violation, tso violation, pso violation
// Outside an assumption `abort` is an error, also in a function that one calls.
#include <stdlib.h>

static void give_up(void)
{
    abort();
}

void assume_abort_if_not(int condition)
{
    if (!condition)
        give_up();
}

int main(void)
{
    assume_abort_if_not(0);
    return 0;
}
