// sc safe, tso safe, pso violation
// The reader of a seqlock tries again; what it wrote through its pointers is overwritten before anyone looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_uint sequence;
unsigned long data[2];
static void look(unsigned long *a, unsigned long *b)
{
    unsigned before, after;
    do {
        before = atomic_load_explicit(&sequence, memory_order_acquire);
        *a = data[0];
        *b = data[1];
        atomic_thread_fence(memory_order_acquire);
        after = atomic_load_explicit(&sequence, memory_order_relaxed);
    } while (before & 1 || before != after);
}
void *writer(void *unused)
{
    atomic_store_explicit(&sequence, 1, memory_order_relaxed);
    data[0] = 7;
    data[1] = 7;
    atomic_store_explicit(&sequence, 2, memory_order_release);
    return 0;
}
void *reader(void *unused)
{
    unsigned long a, b;
    look(&a, &b);
    assert(a == b);
    return 0;
}
int main(void)
{
    pthread_t p, q;
    pthread_create(&p, 0, writer, 0);
    pthread_create(&q, 0, reader, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return 0;
}
