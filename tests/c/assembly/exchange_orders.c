// verdict: sc safe, tso safe, pso safe
// An exchange with memory orders what is around it, with or without `lock`.
#include <assert.h>
#include <pthread.h>

static int x, y, seen_x, seen_y;

static int swap(int *cell, int value)
{
    __asm__ __volatile__("xchgl %0, %1" : "+r"(value), "+m"(*cell) : : "memory");
    return value;
}
static int load(const int *cell)
{
    int value;
    __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*cell) : "memory");
    return value;
}
static void *other(void *unused)
{
    swap(&y, 1);
    seen_x = load(&x);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    swap(&x, 1);
    seen_y = load(&y);
    pthread_join(thread, 0);
    assert(seen_x || seen_y);
    return 0;
}
