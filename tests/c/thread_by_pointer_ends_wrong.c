// verdict: sc violation, pso violation
// property: assertion violated
// The destructor of a key runs in a thread that was started by a pointer that is read.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed;
static void *(*start)(void *);

static void destroy(void *value)
{
    destroyed = value != 0;
}

static void *keep(void *argument)
{
    pthread_setspecific(key, argument);
    return argument;
}

static void *ignore(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    start = __builtin_expect(destroyed, 0) ? ignore : keep;
    pthread_create(&thread, 0, start, &key);
    pthread_join(thread, 0);
    assert(!destroyed);
    return 0;
}
