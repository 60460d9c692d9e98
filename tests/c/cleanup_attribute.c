// verdict: sc safe, tso safe, pso safe
// What the attribute names is called on every way out of the block, the last one first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[16], length, counter;

static void note(int *number)
{
    order[length++] = *number;
}
static void unlock(pthread_mutex_t **held)
{
    pthread_mutex_unlock(*held);
}
#define LOCKED(mutex) \
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = (pthread_mutex_lock(mutex), mutex)

static int leaves(int early)
{
    __attribute__((cleanup(note))) int first = 1;
    if (early)
        return first = 7;
    __attribute__((cleanup(note))) int second = 2;
    for (int i = 0; i < 3; i++) {
        int third __attribute__((cleanup(note))) = 3 + i;
        if (i == 0)
            continue;
        if (i == 1)
            break;
    }
    return second;
}
static void *adds(void *argument)
{
    LOCKED(&mutex);
    if (argument)
        return counter++, argument;
    counter++;
    return 0;
}
int main(void)
{
    pthread_t thread;
    assert(leaves(1) == 7 && length == 1 && order[0] == 7);
    length = 0;
    assert(leaves(0) == 2 && length == 4);
    assert(order[0] == 3 && order[1] == 4 && order[2] == 2 && order[3] == 1);
    pthread_create(&thread, 0, adds, &thread);
    adds(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
