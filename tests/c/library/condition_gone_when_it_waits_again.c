// verdict: sc violation, tso violation, pso violation
// property: mutex misuse
// gcc: no, the thread waits for good
// A thread that wakes up for no reason waits again, on what the other one has destroyed meanwhile.
#include <pthread.h>

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready, waiting;

static void *waits(void *argument)
{
    pthread_mutex_lock(&mutex);
    waiting = 1;
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    pthread_mutex_lock(&mutex);
    if (waiting)
        pthread_cond_destroy(&condition);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
