// A reader under a reader-writer lock of Concurrency Kit sees both fields of one write (-DFAMILY=rwlock, pflock, tflock_ticket or swlock).
#include <assert.h>
#include <pthread.h>
#include <ck_rwlock.h>
#include <ck_pflock.h>
#include <ck_tflock.h>
#include <ck_swlock.h>

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
static PASTE(ck_, FAMILY, _t) lock;
static int x, y;

static void *writer(void *unused)
{
    (void)unused;
    PASTE(ck_, FAMILY, _write_lock)(&lock);
    x++;
    y++;
    PASTE(ck_, FAMILY, _write_unlock)(&lock);
    return NULL;
}

static void *reader(void *unused)
{
    (void)unused;
    PASTE(ck_, FAMILY, _read_lock)(&lock);
    assert(x == y);
    PASTE(ck_, FAMILY, _read_unlock)(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    PASTE(ck_, FAMILY, _init)(&lock);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
