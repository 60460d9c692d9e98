// title: somebody reads the mutex at the beginning of a struct as a number
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <assert.h>
static struct S { pthread_mutex_t m; int x; } s = { PTHREAD_MUTEX_INITIALIZER, 0 };
static _Atomic int never;
static void *waits(void *a)
{
    pthread_mutex_lock(&s.m);
    while (!never) {
        pthread_mutex_unlock(&s.m);
        pthread_mutex_lock(&s.m);
    }
    pthread_mutex_unlock(&s.m);
    return a;
}
static int held(void)
{
    int *w = (int *)&s;
    return __atomic_load_n(w, __ATOMIC_SEQ_CST) != 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waits, 0);
    int a = held();
    pthread_mutex_lock(&s.m);
    pthread_mutex_unlock(&s.m);
    int b = held();
    pthread_mutex_lock(&s.m);
    pthread_mutex_unlock(&s.m);
    int c = held();
    assert(!(a && b && c));
    return 0;
}
