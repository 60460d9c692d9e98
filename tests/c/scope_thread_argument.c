// verdict: sc violation, tso violation, pso violation
// property: access to a local variable that is no more
// The starter of the thread does not wait for it, and its argument is gone.
#include <assert.h>
#include <pthread.h>

static void *reader(void *number) { return *(int *)number ? number : 0; }

static void start(void)
{
    pthread_t thread;
    int number = 1;
    pthread_create(&thread, 0, reader, &number);
}

int main(void)
{
    assert(1);
    start();
    return 0;
}
