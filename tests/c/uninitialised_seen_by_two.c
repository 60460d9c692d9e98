// verdict: sc safe, tso safe, pso safe
// What nobody has written is the same for all who read it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
long *p, seen;
void *other(void *q) { seen = *p; return q; }
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    long here = *p;
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    assert(here == seen);
    return 0;
}
