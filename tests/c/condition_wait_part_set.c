// verdict: sc violation, tso violation, pso violation
// property: assertion
// What a clock sets is a part of the variable, of which another one counts the rounds.
#include <pthread.h>
#include <time.h>
#include <errno.h>
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
int main(void)
{
    struct { struct timespec ts; int rounds; } s = { { 0, 0 }, 0 };
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) {
        clock_gettime(CLOCK_REALTIME, (struct timespec *)&s);
        s.rounds++;
        assert(s.rounds < 3);
        pthread_cond_timedwait(&c, &m, &s.ts);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
