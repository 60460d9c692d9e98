// verdict: sc safe, tso safe, pso safe
// Two barriers, met by different threads: main hands over to the first, which hands over to the second.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t early, late;
int x;

static void *first(void *argument)
{
    pthread_barrier_wait(&early);
    assert(x == 1);
    x = 2;
    pthread_barrier_wait(&late);
    return argument;
}

static void *second(void *argument)
{
    pthread_barrier_wait(&late);
    assert(x == 2);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&early, 0, 2);
    pthread_barrier_init(&late, 0, 2);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    x = 1;
    pthread_barrier_wait(&early);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
