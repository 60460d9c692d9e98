// verdict: sc violation, tso violation, pso violation
// property: assertion
// A function puts the address that it is given into a number.
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
static void addr(long *out, int *p) { *out = *(long *)&p; }
static void run(void) {
    int x = 0, k, *g = 0;
    for (k = 0; k < 2; k++)
        for (;;) {
            long a;
            x = phase;
            addr(&a, &x);
            if (k == 0) { g = (int *)a; break; }
            pthread_cond_wait(&c, &m);
            if (done) break;
        }
    assert(*g != 2);
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
