// sc safe, tso safe, pso safe
// A compare-and-exchange that fails, on a variable of its own thread, still empties the store buffer.
#include <assert.h>
#include <pthread.h>
int x, y, z, a, b;
void *t0(void *unused) { x = 1; __sync_val_compare_and_swap(&z, 5, 6); a = y; return 0; }
void *t1(void *unused) { y = 1; __sync_synchronize(); b = x; return 0; }
int main(void)
{
    pthread_t p, q;
    pthread_create(&p, 0, t0, 0);
    pthread_create(&q, 0, t1, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(!(a == 0 && b == 0));
    return 0;
}
