// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
volatile int x;
void *run(void *p) { if (x) assert(0); return 0; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, run, 0);
    x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
