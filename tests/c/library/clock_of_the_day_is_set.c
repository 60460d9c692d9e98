// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec a, b;
    if (clock_gettime(CLOCK_REALTIME, &a) || clock_gettime(CLOCK_REALTIME, &b))
        return 0;
    assert(b.tv_sec >= a.tv_sec);
    return 0;
}
