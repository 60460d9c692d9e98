// A writer and a reader of sysprog21's sequence lock: what is read was written together.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include "seqlock/seqlock.h"

static seqlock_t lock;
static uint64_t data[2];

static void *writer(void *unused)
{
    (void)unused;
    uint64_t both[2] = {1, 1};
    seqlock_write(&lock, both, data, sizeof(data));
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    uint64_t seen[2];
    seqlock_read(&lock, seen, data, sizeof(data));
    assert(seen[0] == seen[1]);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    seqlock_init(&lock);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(data[0] == 1 && data[1] == 1);
    return 0;
}
