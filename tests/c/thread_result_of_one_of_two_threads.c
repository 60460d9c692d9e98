// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int which;
void *one(void *p) { return (void *)1; }
void *two(void *p) { return (void *)2; }
void *chooser(void *p) { which = 1; return 0; }
int main(void)
{
    pthread_t c, t[2];
    void *r;
    pthread_create(&c, 0, chooser, 0);
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    int w = which;
    pthread_join(t[w], &r);
    assert((long)r == w + 1);
    pthread_join(t[!w], &r);
    assert((long)r == !w + 1);
    pthread_join(c, 0);
    return 0;
}
