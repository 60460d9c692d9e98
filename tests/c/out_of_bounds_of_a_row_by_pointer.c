// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
#include <assert.h>

static int table[2][3];
volatile int three = 3;

static int get(int rows[][3])
{
    return rows[0][three];
}

int main(void)
{
    assert(1);
    return get(table);
}
