// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// The counter is asked between its step and the look, which would not come to be if it ended at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int flag;
static int data;

static void *left(void *unused)
{
    data = 1;
    atomic_store(&flag, 1);
    return unused;
}

static void *right(void *unused)
{
    int left = 4;
    for (;;) {
        left--;
        if (left == 0)
            break;
        assert(!atomic_load(&flag));
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
