// verdict: sc violation, tso violation, pso violation
// property: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int x, y;
void *first(void *p) { x = 1; return 0; }
void *second(void *p) { pthread_join(*(pthread_t *)p, 0); y = x; return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, &a);
    pthread_join(b, 0);
    assert(y == 0);
    return 0;
}
