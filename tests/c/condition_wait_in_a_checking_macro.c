// verdict: sc safe, tso safe, pso safe
// Each call in a macro that looks at what it answers: `do … while (0)` is no loop.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define CHECK(call)           \
    do {                      \
        int failed = (call);  \
        if (failed != 0) {    \
            abort();          \
        }                     \
    } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, data;

static void wait(void)
{
    CHECK(pthread_cond_wait(&c, &m));
}

static void *worker(void *arg)
{
    CHECK(pthread_mutex_lock(&m));
    while (!ready)
        CHECK(pthread_cond_wait(&c, &m));
    while (ready != 2)
        wait();
    assert(data == 1);
    CHECK(pthread_mutex_unlock(&m));
    return arg;
}

int main(void)
{
    pthread_t a, b;
    CHECK(pthread_create(&a, 0, worker, 0));
    CHECK(pthread_create(&b, 0, worker, 0));
    for (int i = 1; i < 3; i++) {
        CHECK(pthread_mutex_lock(&m));
        data = 1;
        ready = i;
        CHECK(pthread_cond_broadcast(&c));
        CHECK(pthread_mutex_unlock(&m));
    }
    CHECK(pthread_join(a, 0));
    CHECK(pthread_join(b, 0));
    return 0;
}
