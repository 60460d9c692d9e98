// verdict: sc violation, tso violation, pso violation
// property: write to a read-only object
#include <assert.h>

int main(void)
{
    char *s = "abc";
    s[0] = 'x';
    assert(s[0] == 'x');
    return 0;
}
