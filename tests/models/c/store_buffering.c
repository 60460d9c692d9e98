// verdict: sc safe, tso violation, pso violation, rmo violation, armv8 violation, stubborn violation
// Store buffering behind a creation: what the parent wrote is known, what the children write is not.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
int x, y, r = 1, s = 1, ready;
void *t(void *a) { x = 1; r = y; return 0; }
void *u(void *a) { y = 1; s = x; return 0; }
int main(void)
{
    pthread_t h, g;
    ready = 1;
    pthread_create(&h, 0, t, 0);
    pthread_create(&g, 0, u, 0);
    pthread_join(h, 0);
    pthread_join(g, 0);
    assert(ready && (r || s));
    return 0;
}
