// verdict: sc violation, tso violation, pso violation
// property: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int kind;
pthread_mutex_t m;
void *run(void *p) { kind = PTHREAD_MUTEX_RECURSIVE; return 0; }
int main(void)
{
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_create(&t, 0, run, 0);
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, kind);
    pthread_mutex_init(&m, &a);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    assert(0);
    return 0;
}
