// verdict: sc safe, tso safe, pso safe
// What was written before the first start is overwritten for every thread; so is what memory held before.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct ring {
    unsigned head, mask;
    int *slot[4];
};

static int values[2];
static struct ring *ring;

static void *put(void *unused)
{
    ring->slot[ring->head & ring->mask] = &values[1];
    ring->head = ring->head + 1;
    return unused;
}

static void *take(void *unused)
{
    assert(*ring->slot[3] == 7);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    ring = malloc(sizeof(struct ring));
    ring->mask = 99;
    ring->mask = 1;
    ring->head = 5;
    ring->head = 0;
    for (int i = 0; i < 4; i++)
        ring->slot[i] = &values[0];
    values[0] = 3;
    values[0] = 7;
    pthread_create(&one, NULL, put, NULL);
    pthread_create(&two, NULL, take, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(ring->head == 1 && ring->slot[0] == &values[1] && ring->slot[1] == &values[0]);
    free(ring);
    return 0;
}
