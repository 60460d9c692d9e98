// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// Wrong under every model: no fence helps.
#include <assert.h>
#include <pthread.h>

int x;

static void *left(void *argument)
{
    x++;
    return argument;
}

static void *right(void *argument)
{
    x++;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
