// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *unused)
{
    __asm__ __volatile__("lock; incl %0" : "+m"(counter) : : "memory", "cc");
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
