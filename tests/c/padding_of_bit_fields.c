// verdict: sc violation, tso violation, pso violation
// gcc: no, the outcome hangs on what lay on the stack
// The last bit of the byte belongs to no member; it is as arbitrary after the initialiser as before.
#include <assert.h>

struct fields {
    unsigned char a : 3;
    unsigned char b : 4;
};

int main(void)
{
    struct fields local = {1, 2};
    assert(local.a == 1 && local.b == 2);
    assert((*(unsigned char *)&local & 0x80) == 0);
    return 0;
}
