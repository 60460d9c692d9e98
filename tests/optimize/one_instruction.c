// least: arm8 4 cost 16 dropped 0, rc11 2 cost 20 dropped 4
// Where a store that releases and one that is sequentially consistent are one instruction, the latter stays.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *left(void *arg)
{
    x = 1;
    seen_y = y;
    return arg;
}

static void *right(void *arg)
{
    y = 1;
    seen_x = x;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_x || seen_y);
    return 0;
}
