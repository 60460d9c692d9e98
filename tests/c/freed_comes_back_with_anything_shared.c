// verdict: sc violation, tso violation, pso violation
// property: assertion violated
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
    *p = 5;
    free(p);
    int *q = malloc(sizeof *q);
    if (q == p) shared = q;
    pthread_create(&a, 0, t, 0);
    pthread_join(a, 0);
}
