// verdict: sc violation, tso violation, pso violation
// property: assertion
// The second argument of `gettimeofday` is not set.
#include <pthread.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int phase, done;
static void *other(void *a)
{
    pthread_mutex_lock(&m); phase = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); phase = 2; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); done = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
    return a;
}
static void run(void) {
    struct timeval now, s = {0, 0};
    while (!done) {
        gettimeofday(&now, (void *)&s);
        s.tv_usec++;
        assert(s.tv_usec < 3);
        pthread_cond_wait(&c, &m);
    }
}
int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    run();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
