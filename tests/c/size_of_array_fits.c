// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <pthread.h>

volatile int x = 2;

static void *writer(void *unused)
{
    x = 3;
    return unused;
}

static int sum(int n, int *numbers)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int n = x;
    int own[n];
    for (int i = 0; i < n; i++)
        own[i] = i + 1;
    assert(sizeof own == n * sizeof(int));
    assert(sum(n, own) == n * (n + 1) / 2);
    pthread_join(thread, 0);
    return 0;
}
