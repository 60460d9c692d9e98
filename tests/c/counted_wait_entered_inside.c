// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Control comes into the loop behind what a whole round begins with.
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
    int left = 3;
    goto inside;
    for (; left != 0; left--) {
        assert(!atomic_load(&flag));
inside:
        if (atomic_load(&flag) == 2)
            break;
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
