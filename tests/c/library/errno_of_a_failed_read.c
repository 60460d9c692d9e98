// verdict: sc violation, tso violation, pso violation
// property: assertion violated
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    char bytes[2];
    errno = 0;
    if (read(0, bytes, 2) < 0)
        assert(errno == 4);
    return 0;
}
