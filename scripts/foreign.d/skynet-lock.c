// Two threads take a lock of skynet: -DRW for its reader-writer lock.
#include <assert.h>
#include <pthread.h>
#include "spinlock.h"
#include "rwlock.h"

static int count;
#ifdef RW
static struct rwlock lock;

static void *writer(void *unused)
{
    (void)unused;
    rwlock_wlock(&lock);
    count++;
    count++;
    rwlock_wunlock(&lock);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    rwlock_rlock(&lock);
    assert(count % 2 == 0);
    rwlock_runlock(&lock);
    return NULL;
}
#else
static struct spinlock lock;

static void *writer(void *unused)
{
    (void)unused;
    spinlock_lock(&lock);
    count++;
    spinlock_unlock(&lock);
    return NULL;
}
#define reader writer
#endif

int main(void)
{
    pthread_t a, b;
#ifdef RW
    rwlock_init(&lock);
#else
    spinlock_init(&lock);
#endif
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    return 0;
}
