// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <pthread.h>

int x;

static void *run(void *argument)
{
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    __CPROVER_assert(x == 0, "not yet");
    pthread_join(t, 0);
    return 0;
}
