// verdict: sc safe, tso safe, pso safe
// gcc: no, it would close its input
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    ssize_t written = write(1, "abc", 3);
    assert(written >= -1 && written <= 3);
    assert(fwrite("abc", 1, 3, stdout) <= 3);
    int result = close(0);
    assert(result == 0 || result == -1);
    result = unlink("x");
    assert(result == 0 || result == -1);
    result = isatty(1);
    assert(result == 0 || result == 1);
    assert(sleep(1) <= 1);
    assert(lseek(0, 0, 1) >= -1);
    assert(time(0) >= -1);
    assert(gettid() == gettid());
    unsigned seed = 1;
    assert(rand_r(&seed) >= 0);
    srand48(1);
    long number = lrand48();
    assert(number >= 0 && number < 1l << 31);
    struct timeval now;
    gettimeofday(&now, 0);
    assert(now.tv_sec >= 0 && now.tv_usec < 1000000);
    return 0;
}
