// verdict: sc violation, tso violation, pso violation
// unwind: 3
// property: assertion violated
// A loop that does more than wait goes round as often as it is woken for no reason.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *other(void *unused)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void)
{
    pthread_t thread;
    int waits = 0;
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&mutex);
    while (!ready) {
        waits++;
        pthread_cond_wait(&changed, &mutex);
    }
    assert(waits < 2);
    pthread_mutex_unlock(&mutex);
    return 0;
}
