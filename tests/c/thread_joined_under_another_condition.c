// verdict: sc violation, tso violation, pso violation
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int x, y;
void *w(void *p) { x = 1; y = 1; return 0; }
void *nothing(void *p) { return 0; }
int main(void)
{
    pthread_t a, b = 0;
    pthread_create(&a, 0, w, 0);
    if (x) pthread_create(&b, 0, nothing, 0);
    if (y) pthread_join(b, 0);
    pthread_join(a, 0);
    assert(1);
    return 0;
}
