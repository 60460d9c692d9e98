// verdict: sc safe, tso safe, pso safe
// Three threads, among them main, meet twice.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t meeting;
int part[3], sum;

static void *run(void *argument)
{
    long me = (long)argument;
    part[me] = me + 1;
    pthread_barrier_wait(&meeting);
    if (me == 0)
        sum = part[0] + part[1] + part[2];
    pthread_barrier_wait(&meeting);
    assert(sum == 6);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&meeting, 0, 3);
    pthread_create(&a, 0, run, (void *)1);
    pthread_create(&b, 0, run, (void *)2);
    run(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_barrier_destroy(&meeting);
    return 0;
}
