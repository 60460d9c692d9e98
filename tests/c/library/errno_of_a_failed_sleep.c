// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    errno = 0;
    if (usleep(1))
        assert(errno == 0);
    return 0;
}
