// verdict: sc safe, tso safe, pso safe
// Three rounds of one barrier, with steps in between that would race without it.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int step[2];

static void *run(void *argument)
{
    long me = (long)argument;
    for (int i = 1; i <= 3; i++) {
        step[me] = i;
        pthread_barrier_wait(&meeting);
        assert(step[1 - me] == i);
        pthread_barrier_wait(&meeting);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
