// error: 6:19 address of a label
#include <assert.h>

int main(void)
{
    void *where = &&out;
    assert(where);
out:
    return 0;
}
