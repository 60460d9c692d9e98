// verdict: sc violation, tso violation, pso violation
// property: mutex misuse
// gcc: no, the thread waits for good
// It also gives the mutex again, which lies where the other thread has written.
#include <pthread.h>
#include <string.h>

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static _Atomic int waiting;

static void *waits(void *argument)
{
    pthread_mutex_lock(&mutex);
    waiting = 1;
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    if (waiting)
        memset(&mutex, 0, sizeof mutex);
    pthread_join(thread, 0);
    return 0;
}
