// title: somebody copies a struct with the mutex in it and reads the copy
// origin: written for this project; licence: MIT OR Apache-2.0
// verdict: sc violation, tso violation, pso violation
#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
#include <stdint.h>
static struct S { pthread_mutex_t m; } s = { PTHREAD_MUTEX_INITIALIZER };
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
    struct S copy = s; int w[sizeof copy / 4]; memcpy(w, &copy, sizeof w); return w[0] != 0;
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
