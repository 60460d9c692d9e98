// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void)
{
    volatile size_t many = 1ul << 62, few = 2, three = 3, sixteen = 16;
    assert(!calloc(many, 8));
    int *some = calloc(few, sizeof *some);
    assert(some && some[1] == 0);
    void *block = 0;
    assert(posix_memalign(&block, 3, 8) == EINVAL && !block);
    assert(posix_memalign(&block, 4, 8) == EINVAL && !block);
    assert(posix_memalign(&block, 0, 8) == EINVAL && !block);
    assert(posix_memalign(&block, three, 8) == EINVAL && !block);
    assert(posix_memalign(&block, sixteen, 8) == 0 && block);
    free(block);
    assert(posix_memalign(&block, 64, 8) == 0 && block);
    free(block);
    free(some);
    errno = 0;
    assert(strtol("5", 0, 99) == 0 && errno == EINVAL);
    return 0;
}
