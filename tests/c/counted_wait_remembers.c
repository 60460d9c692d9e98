// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A round remembers what the one before has read, so that it takes two of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int flag;
static int data;

static void *left(void *unused)
{
    atomic_store(&flag, 1);
    atomic_store(&flag, 2);
    return unused;
}

static void *right(void *unused)
{
    int last = 0;
    for (int i = 0; i < 4; i++) {
        int now = atomic_load(&flag);
        assert(!(last == 1 && now == 2));
        last = now;
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
