// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <time.h>
int main(void)
{
    struct timespec asked = {0, 1000}, left;
    if (nanosleep(&asked, &left) == -1)
        assert(left.tv_sec >= 0);
    return 0;
}
