// verdict: sc safe, tso safe, pso safe
// Numbers of errors that queues and device code return: each has its name, and no two of them are the same.
#include <assert.h>
#include <errno.h>

static int put(int full)
{
    return full ? -ENOBUFS : 0;
}

int main(void)
{
    switch (-put(1)) {
    case EAGAIN:
    case ENOSPC:
    case E2BIG:
    case ENXIO:
    case EMSGSIZE:
    case ECONNREFUSED:
        assert(0);
    case ENOBUFS:
        break;
    default:
        assert(0);
    }
    assert(put(0) == 0);
    return 0;
}
