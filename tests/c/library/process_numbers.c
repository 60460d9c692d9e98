// verdict: sc safe, tso safe, pso safe, rc11 safe
// The number of the process is the same for all threads, that of a thread the same each time, and a name that is asked for twice has one
// value; none of it is a section that would order anything.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pid_t seen;

static void *other(void *unused)
{
    seen = getpid();
    assert(gettid() == gettid());
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    assert(!getenv("HOME") == !getenv("HOME"));
    pthread_join(thread, NULL);
    assert(seen == getpid() && seen > 0 && getppid() == getppid());
    return 0;
}
