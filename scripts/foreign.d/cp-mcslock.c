// Two threads take sysprog21's MCS lock: they exclude each other.
#include <assert.h>
#include <pthread.h>
#include "mcslock/mcslock.h"

static mcslock_t lock;
static int count;

static void *worker(void *unused)
{
    (void)unused;
    mcsnode_t node;
    mcslock_acquire(&lock, &node);
    count++;
    mcslock_release(&lock, &node);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    mcslock_init(&lock);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
