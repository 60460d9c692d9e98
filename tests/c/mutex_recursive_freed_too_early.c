// verdict: sc violation, tso violation, pso violation
// property: assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int x, y;
void *run(void *p)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m); y++; y--; y++;
    return 0;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    run(0);
    pthread_join(a, 0);
    assert(x == 2 && y == 2);
    return 0;
}
