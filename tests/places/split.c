// suggest: --model tso --split
#include <assert.h>
#include <pthread.h>

static volatile int x, y, earlier;
static int left, right;

static void *one(void *unused)
{
    (void)unused;
    x = 1;
    left = y;
    return 0;
}

static void *two(void *unused)
{
    (void)unused;
    right = (y = 1) + x;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    earlier = right - 1;
    assert(left || earlier);
}
