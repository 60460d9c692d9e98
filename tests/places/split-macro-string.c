// suggest: --model tso --split
#include <assert.h>
#include <pthread.h>

#define NAMED(a, b) ((a) * 0 + (b) + (int)sizeof(#a))
#define OUTER(a, b) NAMED(a, b)

static volatile int x, y;
static int left, right;

static void *one(void *unused)
{
    x = 1;
    __sync_synchronize();
    left = y;
    return unused;
}

static void *two(void *unused)
{
    right = OUTER((y = 1), x);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(left || right != sizeof("(y = 1)"));
}
