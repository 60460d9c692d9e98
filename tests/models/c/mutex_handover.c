// verdict: sc safe, tso safe, pso safe, rmo safe, armv8 safe, stubborn safe
// What was written under a mutex is there for whoever locks it next.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b, done;
void *t(void *x)
{
    pthread_mutex_lock(&m);
    a = 1;
    b = 2;
    done = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    pthread_mutex_lock(&m);
    int seen = done;
    pthread_mutex_unlock(&m);
    if (seen)
        assert(a == 1 && b == 2);
    pthread_join(h, 0);
    return 0;
}
