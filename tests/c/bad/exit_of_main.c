// error: 20:5 the end of `main` by `pthread_exit`
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void at_the_end(void)
{
    assert(x == 0);
}
static void *thread(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t handle;
    atexit(at_the_end);
    pthread_create(&handle, 0, thread, 0);
    pthread_exit(0);
}
