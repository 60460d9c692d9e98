// title: a loop of waits with a limit, which is none of those that are known to do nothing else; it goes round until it is late
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static const struct timespec far = {100, 0};
static int done;

int main(void)
{
    int late = 0;
    pthread_mutex_lock(&m);
    while (!done && !late) {
        switch (0) {
        default:
            break;
        }
        late = pthread_cond_timedwait(&c, &m, &far);
    }
    pthread_mutex_unlock(&m);
    return 0;
}
