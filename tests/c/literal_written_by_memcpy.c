// verdict: sc violation, tso violation, pso violation
// property: write to a read-only object
#include <assert.h>
#include <string.h>

int main(void)
{
    char *s = "abc";
    memcpy(s, "xyz", 3);
    assert(s[0] == 'x');
    return 0;
}
