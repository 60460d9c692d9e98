// verdict: sc safe, tso safe, pso safe
// What the system says is anything that it may say.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) == 0)
        assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    struct timeval day;
    gettimeofday(&day, 0);
    assert(day.tv_usec < 1000000);
    assert(getpid() > 0 && getpid() == getpid() && sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_NPROCESSORS_ONLN) > 0);
    char line[4];
    if (fgets(line, sizeof line, stdin))
        assert(strnlen(line, 4) < 4);
    ssize_t count = read(0, line, sizeof line);
    assert(count >= -1 && count <= 4);
    const char *home = getenv("HOME");
    assert(!home == !getenv("HOME"));
    return 0;
}
