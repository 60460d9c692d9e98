// suggest: --model tso --split
#include <assert.h>
#include <pthread.h>

static volatile int x, y, z, w;
static int left, right, up, down, again = 1;

static void *one(void *unused)
{
    x = 1;
    __sync_synchronize();
    left = y;
    return unused;
}

static void *two(void *unused)
{
retry:
    right = (y = 1) + x;
    if (again > 1)
        goto retry;
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
    switch (again) {
    case 0:
        down = 3;
        break;
    case 1: down = (w = 1) + z; /* fall through */
    default:
        again = 1;
    }
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
