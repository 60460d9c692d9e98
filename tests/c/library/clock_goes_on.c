// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec a, b, c;
    if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_REALTIME, &b) || clock_gettime(CLOCK_MONOTONIC, &c))
        return 0;
    assert(c.tv_sec > a.tv_sec || (c.tv_sec == a.tv_sec && c.tv_nsec >= a.tv_nsec));
    long long nanoseconds = c.tv_sec * 1000000000ll + c.tv_nsec;
    assert(nanoseconds >= 0);
    return 0;
}
