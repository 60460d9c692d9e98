// verdict: sc safe, tso safe, pso safe
#include <assert.h>

static int find(int wanted)
{
    int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int at = -1;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < 3; c++)
            if (grid[r][c] == wanted) {
                at = 3 * r + c;
                goto found;
            }
    return -1;
found:
    return at;
}

static int release(int steps)
{
    int held = 0;
    if (steps < 1)
        goto none;
    held |= 1;
    if (steps < 2)
        goto one;
    held |= 2;
    held <<= 4;
one:
    held++;
none:
    return held;
}

int main(void)
{
    assert(find(1) == 0 && find(6) == 5 && find(7) == -1);
    assert(release(0) == 0 && release(1) == 2 && release(2) == 49);
    int n = 0;
again:
    n++;
    if (n < 4)
        goto again;
    assert(n == 4);
    goto inside;
    while (n < 10) {
        n += 100;
    inside:
        n += 3;
    }
    assert(n == 110);
    return 0;
}
