// verdict: sc safe, tso violation, pso violation
// repair: tso 2 fences 2 pairs, pso 2 fences 2 pairs
// Stores by `mov` may be delayed.
#include <assert.h>
#include <pthread.h>

static int x, y, seen_x, seen_y;

static void store(int *cell, int value)
{
    __asm__ __volatile__("movl %1, %0" : "=m"(*cell) : "r"(value) : "memory");
}
static int load(const int *cell)
{
    int value;
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*cell) : "memory");
    return value;
}
static void *other(void *unused)
{
    store(&y, 1);
    seen_x = load(&x);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    store(&x, 1);
    seen_y = load(&y);
    pthread_join(thread, 0);
    assert(seen_x || seen_y);
    return 0;
}
