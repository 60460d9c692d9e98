// title: a function that does nothing for good
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: liveness
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: thread waits in a loop for good
#include <pthread.h>

static volatile int failed;

static void die(void)
{
    for (;;)
        ;
}

static void *fails(void *unused)
{
    failed = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, fails, 0);
    if (failed)
        die();
    pthread_join(thread, 0);
    return 0;
}
