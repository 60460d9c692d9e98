// title: a thread gives a mutex and takes it again for good
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation
// property: thread waits in a loop for good
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *waits(void *a)
{
    pthread_mutex_lock(&m);
    while (!done) {
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
    }
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    pthread_join(t, 0);
    return 0;
}
