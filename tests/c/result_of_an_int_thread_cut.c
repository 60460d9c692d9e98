// verdict: sc safe, tso safe, pso safe
// The half that it does set is what it returns.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static int work(void *argument)
{
    return argument ? -7 : 7;
}

int main(void)
{
    void *(*start)(void *) = (void *(*)(void *))work;
    pthread_t one, two;
    thrd_t three, four;
    thrd_start_t other = work;
    void *result;
    int number;
    pthread_create(&one, 0, (void *(*)(void *))work, &one);
    pthread_create(&two, 0, start, 0);
    thrd_create(&three, work, &three);
    thrd_create(&four, other, 0);
    pthread_join(one, &result);
    assert((int)(long)result == -7);
    pthread_join(two, &result);
    assert((int)(long)result == 7);
    thrd_join(three, &number);
    assert(number == -7);
    thrd_join(four, &number);
    assert(number == 7);
    return 0;
}
