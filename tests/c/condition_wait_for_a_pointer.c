// verdict: sc safe, tso safe, pso safe, arm8 safe
// Two threads wait until a pointer is set: whether it is null is no address that somebody keeps.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int *head, k;

static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    while (!head)
        pthread_cond_wait(&c, &m);
    assert(*head == 1);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_mutex_lock(&m);
    k = 1;
    head = &k;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
