// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *_Atomic shared;
void *t(void *x) { int *p = shared; if (p) assert(*p == 5); return 0; }
int main(void)
{
    pthread_t a;
    int *p = malloc(sizeof *p);
    *p = 4;
    pthread_create(&a, 0, t, 0);
    free(p);
    int *q = malloc(sizeof *q);
    *q = 5;
    shared = q;
    pthread_join(a, 0);
}
