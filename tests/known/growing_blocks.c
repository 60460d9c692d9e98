// title: each thread makes a block larger under a mutex: sizes and places are values that were read
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc safe
#include <pthread.h>
#include <stdlib.h>

static int *all, count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *arg)
{
    pthread_mutex_lock(&mutex);
    int *more = realloc(all, (count + 1) * sizeof *all);
    if (more) {
        all = more;
        all[count] = count;
        count++;
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, adds, 0);
    adds(0);
    pthread_join(other, 0);
    free(all);
    return 0;
}
