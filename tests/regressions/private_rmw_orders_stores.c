// sc safe, tso safe, pso safe
// A read-modify-write orders the accesses around it even when no other thread touches its own variable.
#include <assert.h>
#include <pthread.h>
int x, y, z, a, b;
void *t0(void *unused) { x = 1; __sync_fetch_and_add(&z, 1); y = 1; return 0; }
void *t1(void *unused) { a = y; b = x; return 0; }
int main(void)
{
    pthread_t p, q;
    pthread_create(&p, 0, t0, 0);
    pthread_create(&q, 0, t1, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(!(a == 1 && b == 0));
    return 0;
}
