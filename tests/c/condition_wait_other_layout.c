// verdict: sc violation, tso violation, pso violation
// property: assertion
// A struct with the names of another one, which a clock does not set as a whole.
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
    struct { long tv_sec; _Alignas(16) long tv_nsec; } s = {0, 0};
    while (!done) {
        clock_gettime(CLOCK_REALTIME, (struct timespec *)&s);
        s.tv_nsec++;
        assert(s.tv_nsec < 3);
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
