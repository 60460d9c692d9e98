// suggest: --model tso --split --no-comments
#include <assert.h>
#include <pthread.h>

static volatile int x, y, z, w;
static int right, left, sum, asked = 1;

static void *one(void *unused)
{
    (void)unused;
    y = 1;
    __sync_synchronize();
    left = x;
    return 0;
}

static void *two(void *unused)
{
    (void)unused;
    w = 1;
    __sync_synchronize();
    right = z;
    return 0;
}

static void *three(void *unused)
{
    (void)unused;
    if (asked)
        sum = (x = 1) + 2 * y + (z = 1) + 4 * w;
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_create(&threads[2], 0, three, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(left || ((sum - 2) & 2));
    assert(right || ((sum - 2) & 4));
}
