// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// Store buffering on elements of a two-dimensional array.
#include <assert.h>
#include <pthread.h>

int grid[2][2];
int r[2];

static void *left(void *argument)
{
    grid[0][1] = 1;
    r[0] = grid[1][0];
    return argument;
}

static void *right(void *argument)
{
    grid[1][0] = 1;
    r[1] = grid[0][1];
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r[0] || r[1]);
    return 0;
}
