// verdict: sc violation, tso violation, pso violation
// property: out of bounds
#include <assert.h>
#include <pthread.h>

volatile int x = 2;

static void *writer(void *unused)
{
    x = 4;
    return unused;
}

int main(void)
{
    assert(1);
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int n = x;
    int own[n];
    own[3] = 1;
    pthread_join(thread, 0);
    return 0;
}
