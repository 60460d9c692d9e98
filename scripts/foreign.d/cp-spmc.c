// The producer and the consumers of sysprog21's single-producer queue: each takes one element, and no element is taken twice.
#define main their_main
#include "spmc/spmc.c"
#undef main

static spmc_ref_t queue;
static int written[3];
static uintptr_t taken[2];

static void *producer(void *unused)
{
    (void)unused;
    for (uintptr_t i = 1; i <= 2; i++) {
        written[i] = 1;
        assert(spmc_enqueue(queue, i));
    }
    return NULL;
}

static void *consumer(void *argument)
{
    uintptr_t *mine = argument;
    spmc_dequeue(queue, mine);
    assert(*mine == 1 || *mine == 2);
    assert(written[*mine] == 1);
    return NULL;
}

int main(void)
{
    pthread_t p, c, d;
    queue = spmc_new(1, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, &taken[0]);
#ifdef TWO
    pthread_create(&d, NULL, consumer, &taken[1]);
    pthread_join(d, NULL);
#endif
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(taken[0] != taken[1]);
    spmc_delete(queue);
    return 0;
}
