// title: the length of an array in the definition of a type is evaluated in each round of waiting
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, n;
static int next(void) { return n += 2; }

static void *other(void *a)
{
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    assert(n < 4);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) {
        typedef int(*row)[next()];
        pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
