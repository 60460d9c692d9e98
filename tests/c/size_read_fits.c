// verdict: sc safe, tso safe, pso safe
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
    for (int i = 0; i < n; i++)
        bytes[i] = i;
    assert(bytes[n - 1] == n - 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
