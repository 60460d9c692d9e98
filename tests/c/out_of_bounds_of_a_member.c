// verdict: sc violation, tso violation, pso violation
// property: access out of bounds
// The index stays in the object and leaves the array: the write would be one of `tail`.
#include <assert.h>
#include <pthread.h>

static struct ring {
    int slots[3];
    unsigned tail;
} ring;
static volatile unsigned next;

static void *put(void *unused)
{
    unsigned at = next++;
    ring.slots[at] = 1;
    return unused;
}

int main(void)
{
    next = 2;
    pthread_t a, b;
    pthread_create(&a, 0, put, 0);
    pthread_create(&b, 0, put, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(1);
    return 0;
}
