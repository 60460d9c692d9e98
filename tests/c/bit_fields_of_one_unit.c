// verdict: sc violation, tso violation, pso violation
// Two fields of one byte are one memory location: a write to one can undo a write to the other.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 3, b : 3;
} s;

static void *left(void *argument)
{
    s.a = 5;
    return argument;
}

static void *right(void *argument)
{
    s.b = 6;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(s.a == 5 && s.b == 6);
    return 0;
}
