// verdict: sc safe, tso safe, pso safe
// gcc: no, threads wait for good
// A barrier inside an object on the heap, chosen from an array by an index that is read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct team {
    int x;
    pthread_barrier_t barriers[2];
};

volatile int which;

static void *run(void *argument)
{
    struct team *team = argument;
    int i = which;
    if (i == 0)
        team->x = 1;
    pthread_barrier_wait(&team->barriers[i]);
    return 0;
}

int main(void)
{
    pthread_t a;
    struct team *team = malloc(sizeof *team);
    team->x = 0;
    pthread_barrier_init(&team->barriers[0], 0, 2);
    pthread_barrier_init(&team->barriers[1], 0, 2);
    pthread_create(&a, 0, run, team);
    which = 1;
    pthread_barrier_wait(&team->barriers[0]);
    assert(team->x == 1);
    pthread_join(a, 0);
    free(team);
    return 0;
}
