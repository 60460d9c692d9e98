// verdict: sc safe, tso safe, pso safe
// Constructors run before main: those with a number first, by that.
#include <assert.h>
#include <pthread.h>

static int order[4], length;
static pthread_mutex_t mutex;
static pthread_t thread;

static void *runs(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
__attribute__((constructor)) static void third(void)
{
    order[length++] = 3;
    pthread_mutex_init(&mutex, 0);
    pthread_create(&thread, 0, runs, 0);
}
__attribute__((constructor(202))) static int second(void)
{
    order[length++] = 2;
    return 1;
}
static void first(void) __attribute__((constructor(201)));
static void first(void)
{
    order[length++] = 1;
}
int main(void)
{
    assert(length == 3 && order[0] == 1 && order[1] == 2 && order[2] == 3);
    pthread_join(thread, 0);
    return 0;
}
