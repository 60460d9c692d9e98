// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <sys/time.h>

int main(void)
{
    struct timeval now;
    gettimeofday(&now, 0);
    assert(now.tv_sec < 1l << 31);
    return 0;
}
