// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_t a, b;
volatile int go;
void *f(void *p) { while (!go) ; pthread_join(b, 0); assert(0); return 0; }
void *g(void *p) { while (!go) ; pthread_join(a, 0); assert(0); return 0; }
int main(void)
{
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    __sync_synchronize();
    go = 1;
    return 0;
}
