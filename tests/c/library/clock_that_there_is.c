// verdict: sc safe, tso safe, pso safe
// What is known of a clock that there is: asking for its time does not fail.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= 0);
    assert(clock_gettime(1000, &now) <= 0);
    return 0;
}
