// verdict: sc safe, tso safe, pso safe
// A write to a bit-field of 17 bits leaves the member in the fourth byte alone, which another thread writes.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 17;
    unsigned char c;
} s;

static void *left(void *argument)
{
    s.a = 70000;
    return argument;
}

static void *right(void *argument)
{
    s.c = 200;
    return argument;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, left, 0);
    pthread_create(&two, 0, right, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(s.a == 70000 && s.c == 200);
    return 0;
}
