// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// gcc: no, what it finds there is a matter of luck
// A function that returns an int sets half of what a thread hands back.
#include <assert.h>
#include <pthread.h>

static int work(void *argument)
{
    return argument != 0;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, (void *(*)(void *))work, &thread);
    pthread_join(thread, &result);
    assert(result == (void *)1);
    return 0;
}
