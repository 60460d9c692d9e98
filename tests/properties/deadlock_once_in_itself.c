// title: what is run once asks to be run once
// origin: written for this project; licence: MIT OR Apache-2.0
// checked: deadlock
// verdict: sc violation, tso violation, pso violation, arm8 violation, power violation
// property: deadlock
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void set_up(void)
{
    pthread_once(&once, set_up);
}

int main(void)
{
    pthread_once(&once, set_up);
    return 0;
}
