// verdict: sc safe, tso safe, pso safe, rc11 safe, arm8 safe
// The fence behind the first look stands before the second one, so that not both threads look in vain twice.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int none_left, none_right;

static void *left(void *unused)
{
    x = 1;
    for (int rounds = 2; rounds > 0; rounds--) {
        if (y)
            return unused;
        __sync_synchronize();
    }
    none_left = 1;
    return unused;
}

static void *right(void *unused)
{
    y = 1;
    for (int rounds = 2; rounds > 0; rounds--) {
        if (x)
            return unused;
        __sync_synchronize();
    }
    none_right = 1;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(!(none_left && none_right));
    return 0;
}
