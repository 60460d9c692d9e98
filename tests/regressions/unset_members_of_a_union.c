// sc violation
#include <assert.h>
union u { char c; int i; };
int main(void)
{
    union u v;
    v.c = 1;
    assert((v.i & 255) == 1);
    assert(v.i == 1);
    return 0;
}
