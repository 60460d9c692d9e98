// sc safe, tso safe, pso safe
/* A thread reads its own stores, and nobody sees two stores to one place in the wrong order. */
#include <assert.h>
#include <pthread.h>
int x, other;
void *one(void *u) { x = 1; assert(x == 1); other = 1; x = 2; assert(x == 2); return 0; }
void *two(void *u) { int a = x, b = x; assert(!(a == 2 && b == 1)); return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
