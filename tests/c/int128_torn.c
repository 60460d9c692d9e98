// verdict: sc violation, tso violation, pso violation
// property: assertion violated
// An ordinary access to a number of 128 bits is two accesses: another thread may come between them.
#include <assert.h>
#include <pthread.h>

static volatile unsigned __int128 shared;

static void *writer(void *unused)
{
    shared = ((unsigned __int128)1 << 64) | 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    unsigned __int128 seen = shared;
    assert((unsigned long)seen == (unsigned long)(seen >> 64));
    pthread_join(thread, 0);
    return 0;
}
