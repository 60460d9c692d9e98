// error: 14:5 cancellation
#include <assert.h>
#include <pthread.h>

static void *run(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_cancel(t);
    assert(1);
    return 0;
}
