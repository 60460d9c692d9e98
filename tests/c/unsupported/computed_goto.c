// error: 8:5 computed goto
#include <assert.h>

int main(void)
{
    void *where = &&out;
    assert(where);
    goto *where;
out:
    return 0;
}
