// title: one mutex is given and another one taken, so that the next round gives what somebody else has
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
static pthread_mutex_t given = PTHREAD_MUTEX_INITIALIZER, taken = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *waits(void *a)
{
    pthread_mutex_lock(&given);
    while (!done) {
        pthread_mutex_unlock(&given);
        pthread_mutex_lock(&taken);
    }
    pthread_mutex_unlock(&taken);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&taken);
    pthread_create(&t, 0, waits, 0);
    pthread_mutex_lock(&given);
    pthread_mutex_unlock(&taken);
    done = 1;
    pthread_mutex_unlock(&given);
    pthread_join(t, 0);
    return 0;
}
