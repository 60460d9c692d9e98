// verdict: sc safe, tso safe, pso safe
// What programs for glibc take for granted.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/types.h>
#include <time.h>

__BEGIN_DECLS
extern int first(int *) __THROW __attribute_pure__;
static int next(int *) __nonnull((1));
__END_DECLS

#if !defined __GLIBC__ || !__GLIBC_PREREQ(2, 17) || !__GNUC_PREREQ(4, 7)
#error not glibc
#endif

static int next(int *number)
{
    return *number + 1;
}

int main(void)
{
    int number = 1;
    cpu_set_t cpus, same;
    struct timeval time = { 0, 5 };
    struct pollfd none = { -1, POLLIN, 0 };
    struct timespec now;
    pthread_mutexattr_t attributes;
    fd_set files;
    CPU_ZERO(&cpus);
    CPU_SET(3, &cpus);
    CPU_SET(70, &cpus);
    same = cpus;
    assert(CPU_ISSET(70, &cpus) && !CPU_ISSET(4, &cpus) && CPU_COUNT(&cpus) == 2 && CPU_EQUAL(&cpus, &same));
    CPU_CLR(70, &cpus);
    assert(CPU_COUNT(&cpus) == 1 && !CPU_EQUAL(&cpus, &same));
    pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus);
    sched_setaffinity(0, sizeof cpus, &cpus);
    assert(CLOCK_MONOTONIC_RAW != CLOCK_MONOTONIC && clock_gettime(CLOCK_MONOTONIC_RAW, &now) <= 0);
    FD_ZERO(&files);
    FD_SET(65, &files);
    assert(FD_ISSET(65, &files) && !FD_ISSET(1, &files) && time.tv_usec == 5);
    assert(poll(&none, 1, 0) <= 1 && select(0, 0, 0, 0, &time) <= 0);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    assert(next(&number) == 2);
    return 0;
}
