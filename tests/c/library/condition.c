// verdict: sc safe, tso safe, pso safe
// A queue of one place between two threads, with the loops that condition variables ask for.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, place;

static void put(int value)
{
    pthread_mutex_lock(&mutex);
    while (full)
        pthread_cond_wait(&emptied, &mutex);
    place = value;
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
}
static int is_empty(void)
{
    return !full;
}
static int take(void)
{
    int value;
    pthread_mutex_lock(&mutex);
    while (is_empty()) {
        pthread_cond_wait(&filled, &mutex);
    }
    value = place;
    full = 0;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&mutex);
    return value;
}
static void *producer(void *unused)
{
    put(1);
    put(2);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    assert(take() == 1);
    assert(take() == 2);
    pthread_join(thread, 0);
    return 0;
}
