// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile unsigned n;
pthread_barrier_t b;
volatile int x;
void *set(void *p) { n = 1; return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, set, 0);
    if (pthread_barrier_init(&b, 0, n) != 0) return 0;
    pthread_barrier_wait(&b);
    assert(0);
    return 0;
}
