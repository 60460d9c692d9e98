// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// A round that waits for another thread takes a block and gives it back. Before the other one's write is known the loop
// looks as if it went round for ever.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static volatile int x;

static void *sets(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    int n = 0;
    pthread_create(&t, 0, sets, 0);
    while (!x) {
        int *p = malloc(4);
        free(p);
        n++;
    }
    pthread_join(t, 0);
    assert(n != 2);
    return 0;
}
