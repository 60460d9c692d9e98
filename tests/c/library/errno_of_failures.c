// verdict: sc safe, tso safe, pso safe
// gcc: no, it would wait for input
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    char bytes[2];
    struct timespec now;
    errno = 0;
    if (read(0, bytes, 2) < 0)
        assert(errno > 0);
    else
        assert(errno == 0);
    errno = 0;
    if (clock_gettime(CLOCK_REALTIME, &now))
        assert(errno > 0);
    errno = 0;
    if (usleep(1) || close(0) || unlink("x") || lseek(0, 0, 1) < 0 || !isatty(1) || write(1, "abc", 3) < 0)
        assert(errno > 0);
    errno = 0;
    if (printf("x") < 0 || puts("x") < 0 || fflush(stdout))
        assert(errno > 0);
    return 0;
}
