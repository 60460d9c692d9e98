// verdict: sc safe, tso safe, pso safe
// Ordinary operators on atomic objects are atomic: no increment is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
_Atomic int y = 10;
struct {
    atomic_uint count;
} s;

static void *run(void *argument)
{
    x++;
    y -= 2;
    s.count += 3;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    run(0);
    pthread_join(t, 0);
    assert(x == 2 && y == 6 && s.count == 6);
    assert(x++ == 2 && ++x == 4 && --x == 3 && x-- == 3);
    assert((x += 5) == 7 && (x ^= 1) == 6 && (x |= 1) == 7 && (x &= 3) == 3);
    x = y = 4;
    x *= 3;
    x /= 2;
    x <<= 1;
    assert(x == 12 && y == 4);
    return 0;
}
