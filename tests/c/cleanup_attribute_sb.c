// verdict: sc safe, tso violation, pso violation
// property: assertion violated
// A lock that gives itself back without a fence.
#include <assert.h>
#include <pthread.h>

static volatile int x, y, seen_x, seen_y;

static void reads(volatile int **from)
{
    seen_y = **from;
}
static void *left(void *argument)
{
    __attribute__((cleanup(reads))) volatile int *from = &y;
    x = 1;
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, left, 0);
    y = 1;
    seen_x = x;
    pthread_join(thread, 0);
    assert(seen_x || seen_y);
    return 0;
}
