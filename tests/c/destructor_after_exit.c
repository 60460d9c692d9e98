// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int number;

static void *ends_it(void *argument)
{
    number = 1;
    exit(0);
    return argument;
}
__attribute__((destructor)) static void ends(void)
{
    assert(number != 1);
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, ends_it, NULL);
    pthread_join(thread, NULL);
    return 0;
}
