// verdict: sc violation, tso violation, pso violation
// property: assertion
// The program's own function has the name of a clock, and counts the rounds.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;
static void *other(void *a) { pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m); return a; }
static void gettimeofday(int *rounds) { ++*rounds; }
int main(void)
{
    pthread_t t;
    int rounds = 0;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, other, 0);
    while (!done) {
        gettimeofday(&rounds);
        assert(rounds < 3);
        pthread_cond_wait(&c, &m);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
