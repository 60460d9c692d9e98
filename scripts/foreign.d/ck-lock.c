// Two threads take a lock of Concurrency Kit; the macros of the lock are those of the project's own regression tests (-DHEADER=…).
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <ck_cc.h>
#include <ck_pr.h>
#include <ck_spinlock.h>

#ifndef THREADS
#define THREADS 2
#endif
static uint64_t nthr = THREADS;
#include HEADER

LOCK_DEFINE;
static int count;

static void *worker(void *unused)
{
    (void)unused;
#ifdef LOCK_STATE
    LOCK_STATE;
#endif
    LOCK;
    count++;
    UNLOCK;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
#ifdef LOCK_INIT
    LOCK_INIT;
#endif
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(count == THREADS);
    return nthr != THREADS;
}
