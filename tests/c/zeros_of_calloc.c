// verdict: sc safe, tso safe, pso violation
// property: assertion
// What calloc clears is cleared by stores: another thread may have the address before it sees them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *volatile shared;
static void *reads(void *p)
{
    int *seen = shared;
    if (seen)
        assert(*seen == 0);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reads, 0);
    shared = calloc(1, sizeof *shared);
    pthread_join(t, 0);
    return 0;
}
