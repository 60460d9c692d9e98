// verdict: sc safe, tso safe, pso safe
// It orders what is around it also where it fails, and where nobody else sees its words.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile int x, y;
static int seen_x, seen_y;

static void exchange(uint64_t *words)
{
    uint64_t low = 1, high = 0;
    __asm__ __volatile__("lock; cmpxchg16b %0" : "+m"(*words), "+a"(low), "+d"(high) : "b"(5l), "c"(5l) : "memory", "cc");
}
static void *other(void *unused)
{
    uint64_t own[2] __attribute__((aligned(16))) = { 0, 0 };
    y = 1;
    exchange(own);
    seen_x = x;
    return unused;
}
int main(void)
{
    pthread_t thread;
    uint64_t own[2] __attribute__((aligned(16))) = { 1, 0 };
    pthread_create(&thread, 0, other, 0);
    x = 1;
    exchange(own);
    seen_y = y;
    pthread_join(thread, 0);
    assert(seen_x || seen_y);
    assert(own[0] == 5 && own[1] == 5);
    return 0;
}
