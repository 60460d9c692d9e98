// verdict: sc safe, tso safe, pso safe
// A lock backs off: it pauses for twice as many rounds as before each time that it finds the lock taken, up to a million.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>


static atomic_int lock;
static int count;

static void pause_for(unsigned *rounds)
{
    for (unsigned i = 0; i < *rounds; i++)
        __asm__ __volatile__("" ::: "memory");
    *rounds <<= *rounds < 1000000;
}

static void take(void)
{
    unsigned rounds = 512;
    while (atomic_exchange(&lock, 1))
        pause_for(&rounds);
}

static void *left(void *unused)
{
    take();
    count++;
    atomic_store(&lock, 0);
    return unused;
}

static void *right(void *unused)
{
    take();
    count++;
    assert(count == 1 || count == 2);
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
