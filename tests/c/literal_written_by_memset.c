// verdict: sc violation, tso violation, pso violation
// property: write to a read-only object
// Nobody looks at the bytes; the write is wrong all the same.
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(1);
    memset("abc", 'x', 3);
    return 0;
}
