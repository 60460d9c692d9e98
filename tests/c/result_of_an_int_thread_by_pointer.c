// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// gcc: no, what it finds there is a matter of luck
// The same through a variable, and with less.
#include <assert.h>
#include <pthread.h>

static short work(void *argument)
{
    return argument == 0;
}

int main(void)
{
    void *(*start)(void *) = (void *(*)(void *))work;
    pthread_t thread;
    long result;
    pthread_create(&thread, 0, start, 0);
    pthread_join(thread, (void **)&result);
    assert((int)result == 1);
    return 0;
}
