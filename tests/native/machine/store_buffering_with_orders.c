// sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x;
int y, r0, r1;
void *one(void *u) { x = 1; r0 = y; return 0; }
void *two(void *u) { y = 1; r1 = __atomic_fetch_add(&r1, 1, __ATOMIC_RELEASE); r1 = x; return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r0 || r1);
    return 0;
}
