// verdict: sc violation, tso violation, pso violation
// property: thread misused
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int n, done;
void *chooser(void *p) { n = 2; return 0; }
void *worker(void *p) { __sync_fetch_and_add(&done, 1); return 0; }
int main(void)
{
    pthread_t c, t[3] = { 0, 0, 0 };
    pthread_create(&c, 0, chooser, 0);
    int count = n;
    for (int i = 0; i < count; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i <= count; i++) pthread_join(t[i], 0);
    assert(done == count);
    pthread_join(c, 0);
    return 0;
}
