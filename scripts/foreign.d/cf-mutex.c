// Two threads take a mutex of ConcurrencyFreaks (-DMUTEX=the name of its type without _t): they exclude each other.
#include <assert.h>
#include <pthread.h>
#include HEADER

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)

static NAME(MUTEX, _t) mutex;
static int count;

static void *worker(void *unused)
{
    (void)unused;
    NAME(MUTEX, _lock)(&mutex);
    count++;
    NAME(MUTEX, _unlock)(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
#ifdef ARGUMENT
    NAME(MUTEX, _init)(&mutex, ARGUMENT);
#else
    NAME(MUTEX, _init)(&mutex);
#endif
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    NAME(MUTEX, _destroy)(&mutex);
    return 0;
}
