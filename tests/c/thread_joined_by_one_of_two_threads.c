// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t a;
volatile int x, taken;
void *writer(void *p) { x = 1; return 0; }
void *joiner(void *p)
{
    if (__sync_lock_test_and_set(&taken, 1) == 0) { pthread_join(a, 0); assert(x == 1); }
    return 0;
}
int main(void)
{
    pthread_t b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, joiner, 0);
    joiner(0);
    pthread_join(b, 0);
    return 0;
}
