// verdict: sc violation, tso violation, pso violation
// property: out of bounds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

volatile int x;

static void *writer(void *unused)
{
    x = 3;
    return unused;
}

static void *user(void *unused)
{
    int n = x + 1;
    char *bytes = malloc(n);
    bytes[3] = 1;
    return unused;
}

int main(void)
{
    assert(1);
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
