// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// Store buffering out of one macro, used twice.
#include <assert.h>
#include <pthread.h>

#define ENTER(mine, other, result) \
    do {                           \
        mine = 1;                  \
        result = other;            \
    } while (0)
int x, y, r0, r1;

static void *left(void *argument)
{
    ENTER(x, y, r0);
    return argument;
}

static void *right(void *argument)
{
    ENTER(y, x, r1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 || r1);
    return 0;
}
