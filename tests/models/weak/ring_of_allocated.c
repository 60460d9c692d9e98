// verdict: rc11 safe, arm8 safe, riscv safe, power safe
// Where an element lies hangs on a mask in the same allocated block; what the block held before it was set up is seen by nobody.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ring {
    atomic_uint head, tail;
    unsigned mask;
    int *slot[];
};

static struct ring *ring;
static int value;

static void *put(void *unused)
{
    unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    value = 1;
    ring->slot[head & ring->mask] = &value;
    atomic_store_explicit(&ring->head, head + 1, memory_order_release);
    return unused;
}

static void *take(void *unused)
{
    unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    if (atomic_load_explicit(&ring->head, memory_order_acquire) != tail) {
        assert(*ring->slot[tail & ring->mask] == 1);
        atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    ring = calloc(1, sizeof(struct ring) + 4 * sizeof(int *));
    ring->mask = 3;
    pthread_create(&one, NULL, put, NULL);
    pthread_create(&two, NULL, take, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(ring);
    return 0;
}
