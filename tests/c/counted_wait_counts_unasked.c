// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Rounds that look in vain count without asking the counter, which passes its end so.
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
    for (int left = 0;; left--) {
        if (!atomic_load(&flag))
            continue;
        if (left == 0)
            break;
        assert(data == 0);
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
