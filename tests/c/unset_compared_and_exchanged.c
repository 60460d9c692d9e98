// verdict: sc safe, tso safe, pso safe
// A compare-and-exchange that fails leaves what it has found: memory that nobody has set is not 0 behind it.
// gcc: no, it reads what nobody has set
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    long *number = malloc(sizeof *number);
    if (!number)
        return 0;
    long expected = 0;
    __atomic_compare_exchange_n(number, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert(*number != 0);
    assert(expected == 0 || expected == *number);
    return 0;
}
