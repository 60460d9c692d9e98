// safe
#include <assert.h>
#include <string.h>
static int g = 7;
struct two { int a, b; };
union w { int *p; struct two t; };
int main(void)
{
    union w x, y;
    x.p = &g;
    y.t = x.t;
    assert(*y.p == 7);
    memcpy(&x, &y, 4); memcpy((char *)&x + 4, (char *)&y + 4, 4);
    assert(x.p == &g);
    return 0;
}
