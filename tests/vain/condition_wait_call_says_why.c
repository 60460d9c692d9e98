// title: a call whose answer is asked for says in errno why it failed, and the last round does not call
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <errno.h>
#include <unistd.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int stop;
static void *waits(void *a)
{
    errno = 0;
    pthread_mutex_lock(&m);
    for (;;) {
        pthread_cond_wait(&c, &m);
        if (stop)
            break;
        if (usleep(1)) { }
    }
    pthread_mutex_unlock(&m);
    assert(errno == 0);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    pthread_join(t, 0);
    return 0;
}
