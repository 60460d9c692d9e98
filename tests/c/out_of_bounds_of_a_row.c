// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

int table[2][3];
volatile int column = 4;

int main(void)
{
    assert(1);
    return table[0][column];
}
