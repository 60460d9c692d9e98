// verdict: sc violation, tso violation, pso violation
// The tag of the condition ends with the statement.
#include <assert.h>

struct a { int x; };

int main(void)
{
    if (sizeof(struct a { char c[9]; }) == 9) { }
    assert(sizeof(struct a) == 9);
    return 0;
}
