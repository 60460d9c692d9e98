// title: a wait that gives up again and again waits for what nobody does
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation
// property: thread waits in a loop for good
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void)
{
    struct timespec until = {1};
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_timedwait(&changed, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    return 0;
}
