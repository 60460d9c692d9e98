// verdict: sc safe, tso safe, pso safe
// Two pairs of threads, one after the other, meet at one barrier.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int x[2];

static void *write(void *argument)
{
    x[(long)argument] = 1;
    pthread_barrier_wait(&meeting);
    return argument;
}

static void *read(void *argument)
{
    pthread_barrier_wait(&meeting);
    assert(x[(long)argument] == 1);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&meeting, 0, 2);
    for (long i = 0; i < 2; i++) {
        pthread_create(&a, 0, write, (void *)i);
        pthread_create(&b, 0, read, (void *)i);
        pthread_join(a, 0);
        pthread_join(b, 0);
    }
    pthread_barrier_destroy(&meeting);
    return 0;
}
