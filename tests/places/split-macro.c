// suggest: --model tso --split --no-comments
#include <assert.h>
#include <pthread.h>

#define SUM(a, b) ((a) + (b))
#define SET(place, value) ((place) = (value))

static volatile int x, y, z, w;
static int left, right, up, down;

static void *one(void *unused)
{
    x = 1;
    __sync_synchronize();
    left = y;
    return unused;
}

static void *two(void *unused)
{
    right = SUM(y = 1, x);
    return unused;
}

static void *three(void *unused)
{
    z = 1;
    __sync_synchronize();
    up = w;
    return unused;
}

static void *four(void *unused)
{
    SET(down, (w = 1) + (z));
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_create(&threads[2], 0, three, 0);
    pthread_create(&threads[3], 0, four, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(left || right == 2);
    assert(up || down == 2);
}
