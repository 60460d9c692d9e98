// verdict: sc safe, tso safe, pso safe
// Each thread has a value of its own; its destructor runs when the thread ends, not when the process does.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int gone;

static void destroy(void *value)
{
    assert(pthread_getspecific(key) == 0);
    gone += *(int *)value;
}
static void *worker(void *argument)
{
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, argument);
    assert(pthread_getspecific(key) == argument);
    return 0;
}
static void *leaver(void *argument)
{
    pthread_setspecific(key, argument);
    pthread_exit(0);
}
int main(void)
{
    pthread_t thread;
    int one = 1, two = 2, four = 4;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &four);
    pthread_create(&thread, 0, worker, &one);
    pthread_join(thread, 0);
    assert(gone == 1);
    pthread_create(&thread, 0, leaver, &two);
    pthread_join(thread, 0);
    assert(gone == 3);
    assert(pthread_getspecific(key) == &four);
    return 0;
}
