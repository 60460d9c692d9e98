// error: 6:21 missing terminating
#include <assert.h>

int main(void)
{
    const char *s = "abc;
    assert(s);
    return 0;
}
