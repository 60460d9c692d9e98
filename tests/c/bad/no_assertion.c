// error: asserts nothing
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
    pthread_join(t, 0);
    return x;
}
