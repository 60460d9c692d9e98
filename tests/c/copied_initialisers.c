// verdict: sc safe, tso safe, pso safe
// Initialisers are copied: at run time, in structs, in loops, and as what nobody has used yet.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

struct slot {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_rwlock_t lock;
    sem_t semaphore;
    int number;
};
static const struct slot empty = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static struct slot slots[2];
static pthread_mutex_t recursive;

static void *adds(void *argument)
{
    struct slot *slot = argument;
    pthread_mutex_lock(&slot->mutex);
    slot->number++;
    pthread_cond_signal(&slot->changed);
    pthread_mutex_unlock(&slot->mutex);
    pthread_rwlock_wrlock(&slot->lock);
    pthread_rwlock_unlock(&slot->lock);
    sem_post(&slot->semaphore);
    return 0;
}
int main(void)
{
    pthread_t threads[2];
    recursive = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    for (int i = 0; i < 2; i++) {
        slots[i] = empty;
        sem_init(&slots[i].semaphore, 0, 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, adds, &slots[0]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    sem_wait(&slots[0].semaphore);
    pthread_mutex_lock(&recursive);
    assert(slots[0].number == 2 && pthread_mutex_trylock(&slots[0].mutex) == 0);
    pthread_mutex_unlock(&slots[0].mutex);
    pthread_mutex_destroy(&slots[0].mutex);
    memset(&slots[0], 0, sizeof slots[0]);
    pthread_mutex_lock(&slots[0].mutex);
    pthread_mutex_unlock(&slots[0].mutex);
    return 0;
}
