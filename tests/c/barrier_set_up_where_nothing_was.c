// verdict: sc safe, tso safe, pso safe
// A barrier on the heap is set up and destroyed twice.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t *meeting;
int x;

static void *run(void *argument)
{
    x = 1;
    pthread_barrier_wait(meeting);
    return argument;
}

int main(void)
{
    pthread_t a;
    meeting = malloc(sizeof *meeting);
    for (int i = 0; i < 2; i++) {
        pthread_barrier_init(meeting, 0, 2);
        pthread_create(&a, 0, run, 0);
        pthread_barrier_wait(meeting);
        assert(x == 1);
        pthread_join(a, 0);
        pthread_barrier_destroy(meeting);
    }
    return 0;
}
