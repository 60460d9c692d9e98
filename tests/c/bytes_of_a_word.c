// verdict: sc safe, tso safe, pso safe
// Neighbouring bytes are different places: no write disturbs another.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned char a, b;
    short c;
} s;

static void *left(void *argument)
{
    s.a = 1;
    s.c = 3;
    return argument;
}

static void *right(void *argument)
{
    s.b = 2;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(s.a == 1 && s.b == 2 && s.c == 3);
    return 0;
}
