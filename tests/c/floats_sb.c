// verdict: sc safe, tso violation, pso violation
// property: assertion
// Store buffering, with what is found in numbers that are computed with.
#include <assert.h>
#include <pthread.h>

static volatile float x, y;
static volatile double r, s;

static void *left(void *argument)
{
    x = 1;
    r = y + 0.5;
    return 0;
}

static void *right(void *argument)
{
    y = 1;
    s = x / 4;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r * s + s > 0 || r > 1);
    return 0;
}
