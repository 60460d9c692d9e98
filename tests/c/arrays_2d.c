// verdict: sc safe, tso safe, pso safe
#include <assert.h>

int grid[3][4];
int cube[2][2][2] = { { { 1, 2 }, { 3 } }, { { 5 } } };

static int trace(int m[][4], int n)
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static int column(int (*m)[4], int rows, int c)
{
    int s = 0;
    for (int r = 0; r < rows; r++)
        s += m[r][c];
    return s;
}

int main(void)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            grid[r][c] = 10 * r + c;
    assert(grid[2][3] == 23 && *(*(grid + 1) + 2) == 12);
    assert(trace(grid, 3) == 33 && column(grid, 3, 1) == 33);
    int *row = grid[1];
    assert(row[3] == 13);
    int(*next)[4] = &grid[1];
    next++;
    assert((*next)[0] == 20);
    assert(cube[0][0][1] == 2 && cube[0][1][0] == 3 && cube[0][1][1] == 0 && cube[1][0][0] == 5 && cube[1][1][1] == 0);
    assert(sizeof grid == 48 && sizeof grid[0] == 16);
    assert(&grid[2][0] - &grid[0][0] == 8);
    return 0;
}
